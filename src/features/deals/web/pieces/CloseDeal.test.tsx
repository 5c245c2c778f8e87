import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { CloseDeal } from './CloseDeal.tsx'

let roles: string[] = []
vi.mock('../../../people/web/client/viewer.ts', () => ({
  useSession: () => ({ user: { roles: roles.map(name => ({ name })) } }),
}))

let missing: string[] = []
let sent: Record<string, string>[] = []
beforeEach(() => {
  queryClient.clear()
  roles = ['deals_admin']
  missing = []
  sent = []
  // What jsdom lacks of a browser.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push(Object.fromEntries(new URLSearchParams(String(init.body))))
    return Response.json({ status: 1, data: { id: 3, missing }, message: '', error: '' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const onClose = vi.fn()
const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <CloseDeal deal={{ id: 3, close_date: '2026-12-18' }} title="44 Bertmount Ave" onClose={onClose} />
      </MantineProvider>
    </QueryClientProvider>,
  )
const closing = () => screen.findByRole('button', { name: 'Close deal' })

it('a deal closes on the day that was agreed, unless somebody says another', async () => {
  open()
  fireEvent.click(await closing())
  await expect.poll(() => sent).toEqual([{ status: '5', close_date: '2026-12-18' }])
  await expect.poll(() => onClose).toHaveBeenCalled()
})

it('a deal that lacks documents is closed by the office, with a reason', async () => {
  missing = ['Waiver']
  open()
  await screen.findByText('Waiver')
  expect(await closing()).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'The original is in the vault' } })
  fireEvent.click(await closing())
  await expect.poll(() => sent).toMatchObject([{ status: '5', reason: 'The original is in the vault' }])
})

it('a deal that lacks documents is not closed by an agent', async () => {
  roles = ['agent']
  missing = ['Waiver']
  open()
  await screen.findByText('Waiver')
  expect(await closing()).toHaveProperty('disabled', true)
  expect(screen.queryByLabelText(/^Reason/)).toBe(null)
})
