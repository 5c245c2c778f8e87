import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Lead } from '../../../features/leads/contract/record.ts'
import { leadQuery } from '../../../features/leads/web/client/leads.ts'
import { statusSender } from './statusSender.ts'

const NEW = 1
const CONNECTED = 3
const NURTURING = 4

const leadOf = (id: number) => ({ id, first_name: 'Yvette', last_name: 'Reid', status_value: NEW }) as Lead

let sent: [number, number][] = []
let isRefused = false
let shown: [number, number | null][] = []
let failed: string[] = []
let sender: ReturnType<typeof statusSender>

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  shown = []
  failed = []
  isRefused = false
  const client = new QueryClient()
  for (const id of [1, 2]) client.setQueryData(leadQuery(id).queryKey, leadOf(id))
  sender = statusSender(client, {
    onShown: (id, status) => shown.push([id, status]),
    onFailed: (_, text) => failed.push(text),
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (isRefused) return Response.json({ status: 0, data: null, message: 'Locked.', error: 'busy' }, { status: 409 })
    const id = Number(/lead\/(\d+)/.exec(url)?.[1])
    const status_value = Number(new URLSearchParams(String(init.body)).get('status_value'))
    sent.push([id, status_value])
    return Response.json({ status: 1, data: { lead: { ...leadOf(id), status_value } }, message: '', error: '' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('sends a status a moment after it is shown, and only the last of quick turns', async () => {
  sender.turn(leadOf(1), CONNECTED)
  await vi.advanceTimersByTimeAsync(500)
  sender.turn({ ...leadOf(1), status_value: CONNECTED }, NURTURING)
  expect(shown.at(-1)).toEqual([1, NURTURING])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([[1, NURTURING]])
  expect(shown.at(-1)).toEqual([1, null])
})

it('sends at once when another lead is turned', async () => {
  sender.turn(leadOf(1), CONNECTED)
  sender.turn(leadOf(2), NURTURING)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([[1, CONNECTED]])
})

it('sends nothing of what is undone in time or turned back, and the old status after that', async () => {
  const step = sender.turn(leadOf(1), CONNECTED)
  if (step) sender.undo(step)
  sender.turn(leadOf(2), NURTURING)
  expect(sender.turn({ ...leadOf(2), status_value: NURTURING }, NEW)).toBeNull()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toEqual([])
  const late = sender.turn(leadOf(1), CONNECTED)
  await vi.advanceTimersByTimeAsync(1_000)
  if (late) sender.undo(late)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([
    [1, CONNECTED],
    [1, NEW],
  ])
})

it('says whose status stayed what it was when the server refuses', async () => {
  isRefused = true
  sender.turn(leadOf(1), CONNECTED)
  sender.settle()
  await vi.advanceTimersByTimeAsync(0)
  expect(failed).toEqual(['Yvette is still New. Locked.'])
})
