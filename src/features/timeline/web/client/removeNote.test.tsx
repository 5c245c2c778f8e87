import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Note } from '../../../notes/contract.ts'
import { notesQuery, removeNote } from '../../../notes/web/client.ts'
import type { TimelineEntry } from '../../contract.ts'
import { timelineQuery, wholeTimeline } from './timeline.ts'

const noteOf = (id: number) =>
  ({ id, lead_id: 12, description: `Note ${id}`, date: `2026-11-0${id}T10:00:00.000Z`, version: 1 }) as Note
const notes = [noteOf(2), noteOf(1)]
const entries = notes.map(note => ({ source: 'note', note }) as TimelineEntry)

let client: QueryClient
let asked: PromiseWithResolvers<void>
let held: PromiseWithResolvers<Response>
const timeline = timelineQuery(12, wholeTimeline).queryKey
const list = notesQuery(12).queryKey
const refused = () => Response.json({ status: 0, data: null, message: '', error: 'internal' }, { status: 500 })

beforeEach(async () => {
  client = new QueryClient()
  const page = { data: entries, next_cursor: null }
  await client.fetchInfiniteQuery({ ...timelineQuery(12, wholeTimeline), queryFn: () => page })
  await client.fetchQuery({ ...notesQuery(12), queryFn: () => ({ data: notes, total: 2 }) as never })
  asked = Promise.withResolvers()
  held = Promise.withResolvers()
  vi.stubGlobal('fetch', () => {
    asked.resolve()
    return held.promise
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  client.clear()
})

const shown = () => ({
  timeline: client.getQueryData(timeline)?.pages[0]?.data.length,
  list: client.getQueryData(list)?.data.length,
})

it('takes a note off the timeline and the list before the server answers, and puts it back when that fails', async () => {
  const removing = removeNote(client, noteOf(1))
  await asked.promise
  expect(shown()).toEqual({ timeline: 1, list: 1 })
  held.resolve(refused())
  await removing
  expect(shown()).toEqual({ timeline: 2, list: 2 })
})
