import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeNotice, type Notice, useNotices } from '../../../../platform/web/page/notices.ts'
import type { Lead } from '../../contract/record.ts'
import { leadQuery } from './leads.ts'
import { setStatus } from './setStatus.ts'

const NURTURING = 4
const OFFER = 7
const SHOWING = 6

let sent: unknown[] = []
let isRefused = false
let client: QueryClient
const lead = { id: 12, first_name: 'Yvette', last_name: 'Reid', status_value: OFFER }

beforeEach(() => {
  for (const { id } of notices()) closeNotice(id)
  sent = []
  isRefused = false
  client = new QueryClient()
  client.setQueryData(leadQuery(12).queryKey, lead as unknown as Lead)
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (isRefused) return Response.json({ status: 0, data: null, message: 'Not now.', error: 'busy' }, { status: 409 })
    const status_value = Number(new URLSearchParams(String(init.body)).get('status_value'))
    sent.push(status_value)
    return Response.json({ status: 1, data: { lead: { ...lead, status_value } }, message: '', error: '' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const notices = (): readonly Notice[] => renderHook(() => useNotices()).result.current
const press = (label: string) =>
  notices()
    .find(({ action }) => action?.label === label)
    ?.action?.run()
const shown = () => client.getQueryData(leadQuery(12).queryKey)?.status_value

it('says who is now what, and takes it back', async () => {
  await setStatus(client, lead, NURTURING)
  expect(notices()).toMatchObject([{ message: 'Yvette Reid is now Nurturing.', action: { label: 'Undo' } }])
  press('Undo')
  await expect.poll(() => sent).toEqual([NURTURING, OFFER])
  await expect.poll(shown).toBe(OFFER)
})

it('turns the dial back when it fails, says whose, and tries again', async () => {
  isRefused = true
  await setStatus(client, lead, NURTURING)
  expect(shown()).toBe(OFFER)
  expect(notices()).toMatchObject([{ message: 'Yvette Reid is still Offer. Not now.', tone: 'failed' }])
  isRefused = false
  press('Retry')
  await expect.poll(() => sent).toEqual([NURTURING])
  expect(shown()).toBe(NURTURING)
})

it('sends only the last of quick choices, and Undo leads back to before the first', async () => {
  vi.useFakeTimers()
  const first = setStatus(client, lead, NURTURING, { isCorrectable: true })
  await vi.advanceTimersByTimeAsync(200)
  const second = setStatus(client, { ...lead, status_value: NURTURING }, SHOWING, { isCorrectable: true })
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all([first, second])
  expect(sent).toEqual([SHOWING])
  press('Undo')
  await vi.waitFor(() => expect(sent).toEqual([SHOWING, OFFER]), 25_000)
})
