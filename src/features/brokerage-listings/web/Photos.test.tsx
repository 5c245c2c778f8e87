import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { addressOf, arrived, tries, tryOf } from '../../../testing/browser/tus.ts'
import { Photos } from './Photos.tsx'

vi.mock('tus-js-client', () => import('../../../testing/browser/tus.ts'))

const added: unknown[] = []
let answer: () => Response
beforeEach(() => {
  localStorage.clear()
  tries.length = 0
  added.length = 0
  answer = () => Response.json({ status: 1, data: {}, message: null, error: null })
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json({ status: 1, data: null, message: null, error: null })
    added.push((body as FormData).get('uploads[]'))
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const listing = {
  id: 3,
  address: '31 Beatrice St',
  property_type: 'Detached',
  photos: [],
  cover: null,
  mls_photo_base: null,
  may_change: true,
}

async function choose(...names: string[]): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Photos listing={listing} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Add photos', { selector: 'input' }), {
    target: { files: names.map(name => new File(['photo'], name, { type: 'image/jpeg', lastModified: 1 })) },
  })
}

const idOf = (number: number) => addressOf(number).split('/').at(-1)

it('photos are added one after the other, and go on when the network is back', async () => {
  await choose('front.jpg', 'kitchen.jpg')
  const first = await tryOf(1)
  act(() => first.options.onProgress?.(62, 100))
  await act(async () => window.dispatchEvent(new Event('offline')))
  expect((await screen.findByRole('status')).textContent).toBe('Waiting for the network · 62 %')
  await act(async () => window.dispatchEvent(new Event('online')))
  const second = await tryOf(2)
  expect(second.options.uploadUrl).toBe(addressOf(1))
  await act(async () => arrived(second))
  await waitFor(() => expect(screen.queryByText('front.jpg')).toBeNull())
  await act(async () => arrived(await tryOf(3)))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Photos on their way' })).toBeNull())
  expect(added).toEqual([idOf(1), idOf(3)])
})

it('a file that is no picture says so in its row, and the next one is added', async () => {
  const sentence = 'Notes.jpg is no picture that can be read.'
  answer = () =>
    added.length === 1
      ? Response.json({ status: 0, data: null, message: { photos: [sentence] }, error: 'validation' }, { status: 422 })
      : Response.json({ status: 1, data: {}, message: null, error: null })
  await choose('Notes.jpg', 'kitchen.jpg')
  await act(async () => arrived(await tryOf(1)))
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(screen.queryByRole('button', { name: 'Try again with Notes.jpg' })).toBeNull()
  await act(async () => arrived(await tryOf(2)))
  await waitFor(() => expect(screen.queryByText('kitchen.jpg')).toBeNull())
  expect(added).toHaveLength(2)
})
