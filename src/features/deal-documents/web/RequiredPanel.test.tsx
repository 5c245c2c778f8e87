import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import type { Assignment, RequiredDocument } from '../contract.ts'
import { RequiredPanel } from './RequiredPanel.tsx'

let isOffice = true
vi.mock('../../deals/web/client.ts', () => ({ useIsDealOffice: () => isOffice }))

let sent: { path: string; method: string; fields: Record<string, unknown> }[] = []
let required: RequiredDocument

const assignment: Assignment = {
  id: 9,
  document_id: 7,
  document_name: 'Scan.pdf',
  first_page: 1,
  last_page: 2,
  state: 'waiting',
  reason: '',
  reviewer: null,
  reviewed_at: null,
}

beforeEach(() => {
  queryClient.clear()
  sent = []
  isOffice = true
  required = {
    id: 5,
    title: 'Waiver',
    is_required: true,
    is_custom: false,
    state: 'waiting',
    assignments: [assignment],
  }
  // What jsdom lacks of a browser.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const { pathname } = new URL(url, 'http://x')
    const fields =
      method === 'DELETE' ? JSON.parse(String(body)) : Object.fromEntries(new URLSearchParams(String(body ?? '')))
    if (method !== 'GET') sent.push({ path: pathname, method, fields })
    const data = /\/documents$/.test(pathname) ? { documents: [], is_scanned: false } : [required]
    return Response.json({ status: 1, data, message: '', error: '' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RequiredPanel dealId={3} mayChange />
      </MantineProvider>
    </QueryClientProvider>,
  )
const choose = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }))

it('the deals office accepts a document', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Review Waiver' }))
  await choose('Accept')
  await expect
    .poll(() => sent)
    .toMatchObject([
      { path: '/crm/deals/3/required-documents/5/review', fields: { assignment_id: '9', state: 'accepted' } },
    ])
})

it('the deals office rejects a document once it has said what is wrong with it', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Review Waiver' }))
  await choose('Reject…')
  const reason = await screen.findByLabelText(/What is wrong with Scan\.pdf\?/)
  const reject = screen.getByRole('button', { name: 'Reject' })
  expect(reject).toHaveProperty('disabled', true)
  fireEvent.change(reason, { target: { value: 'Cut off at the edge' } })
  fireEvent.click(reject)
  await expect.poll(() => sent).toMatchObject([{ fields: { state: 'rejected', reason: 'Cut off at the edge' } }])
})

it('an agent takes a document back that nobody has reviewed', async () => {
  isOffice = false
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Waiver' }))
  await choose('Take back')
  await expect
    .poll(() => sent)
    .toMatchObject([
      { path: '/crm/deals/3/required-documents/5/assign', method: 'DELETE', fields: { assignment_id: 9 } },
    ])
})

it('an agent neither reviews a document nor takes back one that was reviewed', async () => {
  isOffice = false
  required = { ...required, state: 'accepted', assignments: [{ ...assignment, state: 'accepted' }] }
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Waiver' }))
  await screen.findByRole('menuitem', { name: 'Open' })
  for (const name of ['Accept', 'Reject…', 'Take back']) expect(screen.queryByRole('menuitem', { name })).toBe(null)
})
