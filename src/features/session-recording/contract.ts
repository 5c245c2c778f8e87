import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { MAX_CHUNK_BYTES, MAX_CHUNKS } from './rules/limits.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    recordings: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    recording: true
  }
}

/** The feature that switches recording on, for the whole brokerage, a role, a team or a person. It is off unless somebody does. */
export const RECORDING_FEATURE = 'session_recording'

const Person = z.object({ id: Id, name: z.string() })

/** Whose screen is recorded today. */
export const Identified = z.object({
  id: Id,
  user_id: Id,
  actor_user_id: Id,
  /** In the zone of the user. */
  day: CalendarDate,
})

/** What was recorded of one page of a browser. */
export const Recording = z.object({
  id: Id,
  person: Person,
  /** Who really sat there, when that was somebody else. */
  by: Person.nullable(),
  day: CalendarDate,
  started_at: Instant,
  ended_at: Instant,
  pages: z.int(),
  errors: z.int(),
  /** Compressed. */
  bytes: z.int(),
})
export type Recording = z.output<typeof Recording>

/** A recording that somebody has opened. */
export const Viewing = Recording.extend({
  /** Has to be named with each batch that is read. */
  viewing_id: Id,
  chunks: z.array(z.object({ number: z.int(), from_at: Instant, to_at: Instant })),
  marks: z.array(z.object({ kind: z.enum(['page', 'error']), text: z.string(), at: z.number() })),
})
export type Viewing = z.output<typeof Viewing>

const right = 'view_session_recordings'

export const recordingCalls = {
  identify: write('session_recordings/identification', {
    right: 'signed_in',
    output: Identified,
    perMinute: 30,
    summary: 'Says who sits at the screen today. Asked when the user changes and on a new day.',
  }),
  append: remote('session_recordings/identification/:id/events', {
    right: 'signed_in',
    files: 'events',
    upload: { files: 1, fields: 3, bytes: MAX_CHUNK_BYTES },
    input: z.object({
      /** The page of the browser, by an id that it made. */
      run: z.uuid(),
      number: z.int().min(0).max(MAX_CHUNKS),
    }),
    output: z.object({ is_stored: z.boolean() }),
    perMinute: 60,
    summary: 'Adds a batch of events, as JSON compressed by gzip, to what is recorded of the own screen.',
  }),
  list: read('session_recordings', {
    right,
    input: z.object({
      ...PageInput.shape,
      user_id: Id.optional(),
      from: CalendarDate.optional(),
      to: CalendarDate.optional(),
    }),
    output: page(Recording),
    summary: 'Recordings, newest first, by person and day.',
  }),
  people: read('session_recordings/people', {
    right,
    output: z.array(Person),
    summary: 'The people of whom there are recordings.',
  }),
  open: write('session_recordings/:id/viewings', {
    right,
    output: Viewing,
    creates: true,
    summary: 'Opens a recording. Written to the audit log each time.',
  }),
  chunk: read('session_recordings/:id/events', {
    right,
    input: z.object({ viewing_id: Id, number: z.int().min(0).max(MAX_CHUNKS) }),
    output: z.object({ events: z.array(z.record(z.string(), z.unknown())) }),
    perMinute: 600,
    summary: 'A batch of events of a recording that the caller has opened.',
  }),
  remove: write('session_recordings/:id', {
    right,
    method: 'DELETE',
    output: z.object({ id: Id }),
    summary: 'Deletes a recording for good.',
  }),
}
