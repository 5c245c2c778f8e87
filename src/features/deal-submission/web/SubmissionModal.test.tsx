import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { setDeviceOwner } from '../../../platform/web/owner.ts'
import { storage } from '../../../platform/web/storage.ts'
import { MAX_FILE_BYTES } from '../../../platform/wire/uploads.ts'
import { addressOf, arrived, refusal, tries, tryOf } from '../../../testing/browser/tus.ts'
import { emptyDealForm } from './rules/form.ts'
import { SubmissionModal } from './SubmissionModal.tsx'
import { DRAFT_NAME } from './useSubmission.ts'

vi.mock('tus-js-client', () => import('../../../testing/browser/tus.ts'))

interface Asked {
  path: string
  method: string
  fields: [string, unknown][]
  key: string | null
}

const asked: Asked[] = []
let answer: () => Response | Promise<Response>
const submitted = () =>
  Response.json({ status: 1, data: { id: 3, dsId: 7, url: '/deals/3' }, message: null, error: null }, { status: 201 })
const gone = () => Response.json({ status: 0, data: null, message: 'Gone.', error: 'not_found' }, { status: 404 })

const deal = {
  ...emptyDealForm(null),
  ...{
    street_number: '38',
    street_name: 'Stadium Rd',
    city: 'Toronto',
    acceptedPrice: 1_149_000,
    totalCommission: 28_725,
  },
}

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  tries.length = 0
  asked.length = 0
  answer = submitted
  setDeviceOwner(5)
  storage.write(`draft:5:${DRAFT_NAME}`, deal)
  // What jsdom lacks of a browser.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const fields = body instanceof FormData ? [...body.entries()] : []
    asked.push({ path, method, fields, key: new Headers(headers).get('idempotency-key') })
    if (path.endsWith('/store')) return answer()
    return Response.json({ status: 1, data: [], message: null, error: null })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const calls = () => asked.filter(({ path }) => path.endsWith('/store'))
const said = (name: string) =>
  calls().map(({ fields }) => fields.filter(([field]) => field === name).map(([, value]) => value))
const idOf = (number: number) => addressOf(number).split('/').at(-1)

const onClose = vi.fn()
const pdf = (name: string) => new File([new Uint8Array(5)], name, { type: 'application/pdf', lastModified: 1 })

async function open(...files: File[]): Promise<void> {
  onClose.mockClear()
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <SubmissionModal onClose={onClose} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const [choose] = await screen.findAllByLabelText('Choose files')
  if (choose) fireEvent.change(choose, { target: { files } })
}

const press = (name: RegExp | string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const submit = () => press(/^Submit deal/)
const shareOf = (name: string) =>
  screen.getByRole('progressbar', { name: `Upload of ${name}` }).getAttribute('aria-valuenow')

it('sends its files one after the other, waits for the network in the row of each, and then submits the deal', async () => {
  await open(pdf('Form320.pdf'), pdf('scan.pdf'))
  await submit()
  const first = await tryOf(1)
  act(() => first.options.onProgress?.(62, 100))
  expect([shareOf('Form320.pdf'), shareOf('scan.pdf')]).toEqual(['62', '0'])
  expect(screen.getByLabelText('Street name').matches(':disabled')).toBe(true)
  await act(async () => window.dispatchEvent(new Event('offline')))
  expect(await screen.findByText('Waiting for the network · 62 %')).toBeDefined()
  await act(async () => window.dispatchEvent(new Event('online')))
  const second = await tryOf(2)
  expect(second.options.uploadUrl).toBe(addressOf(1))
  await act(async () => arrived(second))
  expect(calls()).toEqual([])
  await act(async () => arrived(await tryOf(3)))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(said('uploads[]')).toEqual([[idOf(1), idOf(3)]])
  const [{ fields } = { fields: [] }] = calls()
  const [title = ''] = fields.find(([, value]) => value === 'Confirmation of co-operation') ?? []
  expect(Object.fromEntries(fields)[title.replace('title', 'file')]).toBe('0')
  expect(Object.keys(localStorage)).toEqual([])
})

it('stays filled when one of its files does not arrive, and goes on with that one', async () => {
  await open(pdf('Form320.pdf'), pdf('scan.pdf'))
  await submit()
  await act(async () => arrived(await tryOf(1)))
  const full = { status: 0, data: null, message: 'Too many of your uploads are not finished.', error: 'conflict' }
  await act(async () => (await tryOf(2)).options.onError?.(refusal(423, full)))
  expect(await screen.findByText(/Waiting for the network/)).toBeDefined()
  await act(async () => window.dispatchEvent(new Event('online')))
  await act(async () => (await tryOf(3)).options.onError?.(refusal(403, full)))
  expect((await screen.findByRole('alert')).textContent).toBe(full.message)
  expect(screen.getByLabelText('Street name')).toHaveProperty('value', 'Stadium Rd')
  await press('Try again with scan.pdf')
  expect((await tryOf(4)).options.uploadUrl).toBe(addressOf(1))
  await act(async () => arrived(await tryOf(4)))
  const last = await tryOf(5)
  expect(last.options.uploadUrl).toBe(addressOf(2))
  await act(async () => arrived(last))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

it('can be stopped while its files are on their way, and is not closed meanwhile', async () => {
  await open(pdf('Form320.pdf'))
  await submit()
  const first = await tryOf(1)
  expect(screen.getAllByRole('button', { name: 'Close' }).map(button => button.matches(':disabled'))).toEqual([true])
  await press('Stop')
  await waitFor(() => expect(first.isAborted).toBe(true))
  expect((await screen.findByRole('alert')).textContent).toContain('The deal was not submitted.')
  expect(screen.getByText(/Form320.pdf/)).toBeDefined()
  await submit()
  expect((await tryOf(2)).options.uploadUrl).toBe(addressOf(1))
})

it('is one deal, though its answer was lost and its files are chosen again after a reload', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await open(pdf('Form320.pdf'))
  await submit()
  await act(async () => arrived(await tryOf(1)))
  expect(await screen.findByText('Waiting for the network')).toBeDefined()
  cleanup()
  answer = submitted
  asked.length = 0
  await open(pdf('Form320.pdf'))
  await submit()
  // The server took it in, and has removed what was sent of it.
  await act(async () => (await tryOf(2)).options.onError?.(refusal(404, {})))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(said('uploads[]')).toEqual([[idOf(1)]])
  expect(tries).toHaveLength(2)
})

it('sends files again that the server has lost', async () => {
  storage.write('upload:5:/crm/coop-deals/store:5:1:Form320.pdf', addressOf(9))
  answer = () => (calls().length > 1 ? submitted() : gone())
  await open(pdf('Form320.pdf'))
  await submit()
  await act(async () => (await tryOf(1)).options.onError?.(refusal(404, {})))
  const anew = await tryOf(2)
  expect(anew.options.uploadUrl).toBeNull()
  await act(async () => arrived(anew))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(said('uploads[]')).toEqual([[idOf(9)], [idOf(2)]])
})

it('keeps what was sent when the deal itself is refused', async () => {
  answer = () =>
    Response.json(
      { status: 0, data: null, message: { closingDate: ['closingDate is no day.'] }, error: 'validation' },
      { status: 422 },
    )
  await open(pdf('Form320.pdf'))
  await submit()
  await act(async () => arrived(await tryOf(1)))
  await waitFor(() => expect(calls()).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([])
  answer = submitted
  await submit()
  expect((await tryOf(2)).options.uploadUrl).toBe(addressOf(1))
})

it('removes what was sent of a file that is taken out of the form', async () => {
  await open(pdf('scan.pdf'))
  await submit()
  await tryOf(1)
  await press('Stop')
  await press('Remove scan.pdf')
  expect(asked).toContainEqual(expect.objectContaining({ path: addressOf(1), method: 'DELETE' }))
})

it('says before anything is sent that one of its files is too large', async () => {
  await open(Object.defineProperty(pdf('scan.pdf'), 'size', { value: MAX_FILE_BYTES + 1 }))
  expect(await screen.findByText('scan.pdf is larger than 50 MB.')).toBeDefined()
  expect(screen.getByRole('button', { name: /^Submit deal/ })).toHaveProperty('disabled', true)
})
