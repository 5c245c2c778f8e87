import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant } from '../../platform/wire/fields.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    sending: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    sending: true
  }
}

/** Why nothing goes out: the data were restored from a backup, they run in another place than before, or somebody said so. */
const PauseReason = z.enum(['restored', 'moved', 'by_hand'])

/** A time without messages to people. */
export const SendingPause = z.object({
  id: Id,
  reason: PauseReason,
  /** When the backup was made that was restored; `null` where it does not say, and for other reasons. */
  backup_at: Instant.nullable(),
  paused_at: Instant,
  /** Who paused it by hand. */
  paused_by: z.string().nullable(),
})
export type SendingPause = z.output<typeof SendingPause>

/** Messages of one kind that fell due during a pause and wait. */
export const OverdueMessages = z.object({
  /** Name of the job that sends them. */
  kind: z.string(),
  /** What they are, in the plural. */
  label: z.string(),
  recipients: z.enum(['leads', 'colleagues']),
  messages: z.int(),
  /** Different people they are for. */
  people: z.int(),
  /** When the first of them fell due. */
  oldest: Instant.nullable(),
})
export type OverdueMessages = z.output<typeof OverdueMessages>

/** Messages that were discarded at the end of a pause, and can be put back. */
export const DiscardedMessages = z.object({
  pause_id: Id,
  messages: z.int(),
  discarded_at: Instant,
  discarded_by: z.string().nullable(),
})
export type DiscardedMessages = z.output<typeof DiscardedMessages>

/** Whether messages go out to people, and what waits. Live topic: `sending`. */
export const SendingState = z.object({
  /** `null` while messages go out. */
  pause: SendingPause.nullable(),
  /** What waits, during a pause; kinds of which nothing waits are left out. */
  overdue: z.array(OverdueMessages),
  /** The last messages that were discarded, for as long as they can be put back. */
  discarded: DiscardedMessages.nullable(),
})
export type SendingState = z.output<typeof SendingState>

export const sendingCalls = {
  state: read('admin/sending', {
    right: 'manage_maintenance',
    output: SendingState,
    summary: 'Whether messages go out to people, and what fell due while they did not.',
  }),
  pause: write('admin/sending/pause', {
    right: 'manage_maintenance',
    output: SendingState,
    summary: 'Pauses all messages to people until somebody resumes. What falls due waits.',
  }),
  resume: write('admin/sending/resume', {
    right: 'manage_maintenance',
    input: z.object({
      /** Marks what is overdue as expired instead of sending it. */
      discard: z.boolean().optional(),
    }),
    output: SendingState,
    summary: 'Lets messages go out again, with or without those that are overdue.',
  }),
  undoDiscard: write('admin/sending/undo-discard', {
    right: 'manage_maintenance',
    input: z.object({ pause_id: Id }),
    output: SendingState,
    summary: 'Puts messages back that were discarded at the end of a pause, within seven days: they are sent.',
  }),
}
