import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addressOf, arrived, broken, refusal, tries, tryOf } from '../../../testing/browser/tus.ts'
import { DocumentsPanel } from './DocumentsPanel.tsx'

vi.mock('tus-js-client', () => import('../../../testing/browser/tus.ts'))
const ADDRESS = addressOf(1)

const asked: { path: string; method: string; body: unknown }[] = []
let finish: () => Response | Promise<Response>

beforeEach(() => {
  localStorage.clear()
  tries.length = 0
  asked.length = 0
  finish = () => Response.json({ status: 1, data: [], message: null, error: null }, { status: 201 })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ path, method, body })
    if (method === 'POST') return finish()
    return Response.json({ status: 1, data: { documents: [], is_scanned: false }, message: null, error: null })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const finishes = () => asked.filter(({ method }) => method === 'POST')

async function choose(): Promise<void> {
  fireEvent.change(await screen.findByLabelText('PDF files'), {
    target: { files: [new File(['%PDF-'], 'Waiver.pdf', { type: 'application/pdf', lastModified: 1 })] },
  })
}

async function open(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <DocumentsPanel dealId={3} mayChange />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await choose()
}

it('waits while the network is away, and goes on from where it was when it is back', async () => {
  await open()
  const first = await tryOf(1)
  expect(first.options).toMatchObject({ endpoint: 'http://localhost:3000/crm/uploads', uploadUrl: null })
  act(() => first.options.onProgress?.(62, 100))
  expect(screen.getByRole('progressbar', { name: 'Upload of Waiver.pdf' }).getAttribute('aria-valuenow')).toBe('62')
  await act(async () => window.dispatchEvent(new Event('offline')))
  expect((await screen.findByRole('status')).textContent).toBe('Waiting for the network · 62 %')
  expect(first.isAborted).toBe(true)

  await act(async () => window.dispatchEvent(new Event('online')))
  const second = await tryOf(2)
  expect(second.options).toMatchObject({ endpoint: null, uploadUrl: ADDRESS })
  act(() => second.options.onProgress?.(80, 100))
  expect(screen.queryByRole('status')).toBeNull()
  await act(async () => arrived(second))
  await waitFor(() => expect(finishes()).toHaveLength(1))
  const [{ path, body } = { path: '', body: null }] = finishes()
  expect(path).toBe('/crm/deals/3/documents')
  expect([...(body as FormData).entries()]).toEqual([['uploads[]', ADDRESS.split('/').at(-1)]])
  await waitFor(() => expect(screen.queryByText('Waiver.pdf')).toBeNull())
  expect(Object.keys(localStorage)).toEqual([])
})

it('asks for the end again when its answer was lost', async () => {
  let isLost = true
  finish = () => {
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json({ status: 1, data: [], message: null, error: null }, { status: 201 })
  }
  await open()
  const first = await tryOf(1)
  await act(async () => arrived(first))
  expect(await screen.findByRole('status')).toBeDefined()
  isLost = false
  await act(async () => window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('Waiver.pdf')).toBeNull())
  expect(tries).toHaveLength(1)
  expect(finishes().length).toBeGreaterThan(1)
})

it('goes on when somebody tries again, or chooses the same file again', async () => {
  await open()
  const first = await tryOf(1)
  const forbidden = { status: 0, data: null, message: 'You do not have the right to do this.', error: 'forbidden' }
  await act(async () => first.options.onError?.(refusal(403, forbidden)))
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have the right to do this.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again with Waiver.pdf' }))
  expect((await tryOf(2)).options.uploadUrl).toBe(ADDRESS)
  cleanup()
  await open()
  expect((await tryOf(3)).options.uploadUrl).toBe(ADDRESS)
})

const gone = { status: 0, data: null, error: 'not_found', message: 'Gone.' }

it('is added once, though its answer was lost and it is chosen again after a reload', async () => {
  finish = () => Promise.reject(new TypeError('Failed to fetch'))
  await open()
  await act(async () => arrived(await tryOf(1)))
  expect(await screen.findByRole('status')).toBeDefined()
  cleanup()
  // The server took it in, and has removed what was sent of it.
  finish = () => Response.json({ status: 1, data: [], message: null, error: null }, { status: 201 })
  asked.length = 0
  await open()
  const second = await tryOf(2)
  expect(second.options.uploadUrl).toBe(ADDRESS)
  await act(async () => second.options.onError?.(refusal(404, gone)))
  await waitFor(() => expect(screen.queryByText('Waiver.pdf')).toBeNull())
  expect(finishes().map(({ body }) => [...(body as FormData).entries()])).toEqual([
    [['uploads[]', ADDRESS.split('/').at(-1)]],
  ])
  expect(tries).toHaveLength(2)
  expect(Object.keys(localStorage)).toEqual([])
})

it('begins anew when the server has forgotten the file', async () => {
  finish = () => Response.json(gone, { status: 404 })
  await open()
  await act(async () => (await tryOf(1)).options.onError?.(broken()))
  await act(async () => window.dispatchEvent(new Event('online')))
  const second = await tryOf(2)
  await act(async () => second.options.onError?.(refusal(404, gone)))
  expect((await tryOf(3)).options.uploadUrl).toBeNull()
})

it('says what is wrong with a file that is not wanted, and forgets what was sent of it', async () => {
  finish = () =>
    Response.json(
      { status: 0, data: null, message: { files: ['Waiver.pdf is not a PDF.'] }, error: 'validation' },
      { status: 422 },
    )
  await open()
  const first = await tryOf(1)
  await act(async () => arrived(first))
  expect((await screen.findByRole('alert')).textContent).toContain('Waiver.pdf is not a PDF.')
  expect(screen.queryByRole('button', { name: 'Try again with Waiver.pdf' })).toBeNull()
  expect(asked).toContainEqual(expect.objectContaining({ path: ADDRESS, method: 'DELETE' }))
})

it('removes what was sent of a file that is cancelled', async () => {
  await open()
  const first = await tryOf(1)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel Waiver.pdf' }))
  await waitFor(() => expect(first.isAborted).toBe(true))
  expect(screen.queryByText('Waiver.pdf')).toBeNull()
  expect(asked).toContainEqual(expect.objectContaining({ path: ADDRESS, method: 'DELETE' }))
  expect(Object.keys(localStorage)).toEqual([])
})
