import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { recordingCalls, type Viewing } from '../contract.ts'

/** What the list is narrowed to. */
export type RecordingFilter = Omit<InputOf<typeof recordingCalls.list>, 'page' | 'perPage' | 'cursor'>

/** Recordings, newest first, page after page. */
export const recordingsQuery = (filter: RecordingFilter) =>
  pagesOf(recordingCalls.list, { ...filter, perPage: 50 }, { topics: ['recordings'] })

/** The people of whom there are recordings. */
export const recordedPeopleQuery = queryOf(recordingCalls.people, {}, { topics: ['recordings'] })

/** Opens a recording, which goes into the audit log. */
export const openRecording = (id: number): Promise<Viewing> => call(recordingCalls.open, { id })

/** A batch of events of a recording that was opened. */
export async function fetchEvents({ id, viewing_id }: Viewing, number: number): Promise<Record<string, unknown>[]> {
  return (await call(recordingCalls.chunk, { id, viewing_id, number })).events
}
