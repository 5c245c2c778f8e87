import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Call, read } from '../../wire/call.ts'
import { liveChanges } from '../live/live.ts'
import { followTopics, invalidateTopic, keyOf, queryOf, refetchCall } from './queryOf.ts'

declare module '../../wire/live.ts' {
  interface Topics {
    shelves: true
  }
}

const calls = {
  list: read('cups', {
    right: 'signed_in',
    input: z.object({ colour: z.string().optional() }),
    output: z.array(z.string()),
  }),
  ofShelf: read('shelf/:id/cups', { right: 'signed_in', output: z.array(z.string()) }),
}

let asked: string[] = []
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const stop = followTopics(client)

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ status: 1, data: [url], message: '', error: '' })
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

/** A screen that shows a query; resolves once the first answer is there. */
async function show<C extends Call>(...asked: Parameters<typeof queryOf<C>>) {
  const observer = new QueryObserver(client, queryOf(...asked))
  const leave = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true)
  return leave
}

it('keeps the answers of a call apart by what was asked', () => {
  expect(keyOf(calls.list, { colour: 'blue' })).toEqual(['cups', { colour: 'blue' }])
  expect(queryOf(calls.list, { colour: 'blue' }, { topics: [] }).queryKey.slice(0, 1)).toEqual(keyOf(calls.list))
})

it('fetches again what a change of its topic concerns, and nothing else', async () => {
  const leave = [
    await show(calls.list, { colour: 'blue' }, { topics: ['cups'] }),
    await show(calls.ofShelf, { id: 7 }, { topics: [{ topic: 'shelves', ids: [7] }] }),
  ]
  asked = []
  liveChanges.emit({ topic: 'cups', ids: [1] })
  await expect.poll(() => asked).toEqual(['/crm/cups?colour=blue'])
  liveChanges.emit({ topic: 'shelves', ids: [8] })
  liveChanges.emit({ topic: 'shelves', ids: [9, 7] })
  await expect.poll(() => asked).toEqual(['/crm/cups?colour=blue', '/crm/shelf/7/cups'])
  for (const one of leave) one()
})

it('fetches everything again when the stream lost track', async () => {
  const leave = await show(calls.ofShelf, { id: 7 }, { topics: [{ topic: 'shelves', ids: [7] }] })
  asked = []
  liveChanges.emit({ topic: '*', ids: [] })
  await expect.poll(() => asked).toEqual(['/crm/shelf/7/cups'])
  leave()
})

it('marks a list that its own screen refreshes as stale, without fetching it', async () => {
  const leave = await show(calls.list, {}, { topics: ['cups'], refetch: 'none', staleTime: 60_000 })
  asked = []
  await invalidateTopic(client, 'cups')
  expect(asked).toEqual([])
  expect(client.getQueryState(keyOf(calls.list, {}))?.isInvalidated).toBe(true)
  leave()
})

it('only marks an answer where a change says nothing but that, and fetches it again where another says more', async () => {
  const topics = [{ topic: 'cups', refetch: 'none' }, 'shelves'] as const
  const leave = await show(calls.list, {}, { topics, staleTime: 60_000 })
  asked = []
  await invalidateTopic(client, 'cups')
  expect(asked).toEqual([])
  expect(client.getQueryState(keyOf(calls.list, {}))?.isInvalidated).toBe(true)
  await invalidateTopic(client, 'shelves')
  expect(asked).toEqual(['/crm/cups'])
  leave()
})

it('fetches the answers of one call again on request, and no others', async () => {
  const leave = [
    await show(calls.list, { colour: 'blue' }, { topics: [] }),
    await show(calls.ofShelf, { id: 7 }, { topics: [] }),
  ]
  asked = []
  await refetchCall(client, calls.ofShelf, { id: 7 })
  await refetchCall(client, calls.ofShelf, { id: 8 })
  expect(asked).toEqual(['/crm/shelf/7/cups'])
  for (const one of leave) one()
})

it('follows no stream once it has ended', async () => {
  stop()
  const leave = await show(calls.list, {}, { topics: ['cups'], staleTime: 60_000 })
  liveChanges.emit({ topic: 'cups', ids: [] })
  expect(client.getQueryState(keyOf(calls.list, {}))?.isInvalidated).toBe(false)
  leave()
})
