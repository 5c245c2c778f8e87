import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setDeviceOwner } from '../../../../platform/web/owner.ts'
import type { Showing } from '../../contract.ts'
import { useShowingForm } from './useShowingForm.ts'

const showing: Showing = {
  id: 5,
  lead_id: 7,
  address_formatted: '1208 - 38 Stadium Rd, Toronto',
  listed_for: null,
  listing_description: '',
  date: '2026-11-28',
  time_start: '14:00:00',
  time_end: '14:30:00',
  zone: 'America/Toronto',
  starts_at: '2026-11-28T19:00:00Z',
  ends_at: '2026-11-28T19:30:00Z',
  lockbox_description: '',
  notes: '',
  photo_base_url: null,
  mls_number: null,
  lat: null,
  lng: null,
  status: 'requested',
  message: null,
  client_knows: 'nothing',
  client_answer: null,
  client_message: '',
  client_answered_at: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  version: 3,
}

interface Sent {
  version: string | null
  body: URLSearchParams
}
let sent: Sent[] = []
let refusals: Response[] = []
const saved = (data: unknown) => Response.json({ status: 1, data, message: '', error: '' })
const refused = (status: number, error: string, message: unknown, data: unknown = null) =>
  Response.json({ status: 0, data, message, error }, { status })

beforeEach(() => {
  localStorage.clear()
  setDeviceOwner(7)
  sent = []
  refusals = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes('/plan')) return saved({ first_name: 'Ada', reasons: [], clashes: [], is_sending_paused: false })
    if (init.method !== 'POST') return saved({ data: [], next_cursor: null })
    sent.push({ version: (init.headers as Headers).get('if-match'), body: new URLSearchParams(String(init.body)) })
    return refusals.shift() ?? saved(showing)
  })
})
afterEach(() => vi.unstubAllGlobals())

const client = new QueryClient()
const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

async function open(onClose = vi.fn()) {
  const { result } = renderHook(() => useShowingForm({ lead: { id: 7 }, showing, onClose }), {
    wrapper: within,
  })
  await expect.poll(() => result.current.plan).toBeDefined()
  return { form: result, onClose, save: () => act(() => result.current.submit()) }
}

it('sends what was changed to a client who can be notified, and closes', async () => {
  const { form, onClose, save } = await open()
  act(() => form.current.form.setFieldValue('notes', 'Ring twice.'))
  await save()
  expect(sent.map(({ version }) => version)).toEqual(['"3"'])
  expect(sent[0]?.body.get('notes')).toBe('Ring twice.')
  expect(sent[0]?.body.get('notify_client')).toMatch(/1|true/)
  expect(onClose).toHaveBeenCalled()
})

it('replaces the changes of somebody who was faster only when it is saved again', async () => {
  refusals = [refused(412, 'stale', 'Someone else has changed this.', { ...showing, notes: 'Theirs.', version: 4 })]
  const { form, onClose, save } = await open()
  act(() => form.current.form.setFieldValue('notes', 'Mine.'))
  await save()
  expect(form.current.failure).toBe('Someone else changed this showing. Save again to replace their changes.')
  expect(onClose).not.toHaveBeenCalled()
  await save()
  expect(sent.map(({ version }) => version)).toEqual(['"3"', '"4"'])
  expect(sent[1]?.body.get('notes')).toBe('Mine.')
  expect(onClose).toHaveBeenCalled()
})

it('says what the server does not take, at its field and as a whole', async () => {
  refusals = [refused(422, 'validation', { time_end: ['must be later than the start'] })]
  const { form, save } = await open()
  await save()
  expect(form.current).toMatchObject({
    failure: 'Validation Error: Please fix the identified issue - must be later than the start',
    form: { errors: { time_end: 'Must be later than the start' } },
  })
})
