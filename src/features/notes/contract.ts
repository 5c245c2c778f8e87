import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, InstantInput, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { MAX_MENTIONED, NOTE_LENGTH } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    notes: true
    mentions: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    note: true
  }
}

declare module '../leads/contract/record.ts' {
  interface RecordsBesideLead {
    notes: Note
  }
}

const Person = z.object({ id: Id, name: z.string() })

/** What somebody wrote down about a lead. */
export const Note = z.object({
  id: Id,
  lead_id: Id,
  /** The words; lists show them as the subject. */
  description: z.string(),
  /** When it was, which may be earlier than when it was written down. */
  date: Instant,
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
  /** Who wrote it; `null` when it came with an import. */
  author: Person.nullable(),
  /** As whom the author acted, when not as themselves. */
  on_behalf_of: Person.nullable(),
  /** Colleagues whom it names. */
  mentions: z.array(Person),
})
export type Note = z.output<typeof Note>

const words = line(NOTE_LENGTH).min(1, { error: 'must not be empty' })
const mentions = z.array(Id).max(MAX_MENTIONED)

/** What the note form sends. */
export const NoteFields = z.object({
  description: words,
  date: InstantInput.nullable().optional(),
  /** Users whose names the words hold as "@First Last". */
  mentions: mentions.optional(),
})
export type NoteFields = z.output<typeof NoteFields>

/** A note that names the caller. */
export const Mention = z.object({
  note_id: Id,
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }),
  by: Person.nullable(),
  description: z.string(),
  created_at: Instant,
  is_read: z.boolean(),
})
export type Mention = z.output<typeof Mention>

export const noteCalls = {
  list: read('lead/:leadId/notes', {
    right: 'view_leads',
    input: PageInput,
    output: page(Note),
    summary: 'The notes of a lead, newest first.',
  }),
  create: write('lead/:leadId/notes', {
    right: 'view_leads',
    input: NoteFields,
    output: Note,
    creates: true,
    summary: 'Adds a note. Colleagues whom it mentions are notified.',
  }),
  update: write('note/:id', {
    right: 'view_leads',
    input: NoteFields.partial(),
    output: Note,
    ignores: Object.keys(Note.shape).filter(key => !(key in NoteFields.shape)),
    summary: 'Changes a note. Send If-Match to be refused when someone else changed it first.',
  }),
  remove: write('note/:id', { right: 'view_leads', method: 'DELETE', output: Nothing }),
  restore: write('note/:id/restore', {
    right: 'view_leads',
    output: Note,
    summary: 'Brings a deleted note back, for ten minutes.',
  }),
  colleagues: read('lead/:leadId/colleagues', {
    right: 'view_leads',
    input: z.object({ search: line(100).optional() }),
    output: z.array(Person),
    summary: 'Colleagues who may see a lead, and so can be mentioned in its notes.',
  }),
  mentions: read('mentions', {
    right: 'signed_in',
    input: PageInput,
    output: page(Mention).extend({ unread: z.int() }),
    summary: 'The newest notes that name the caller.',
  }),
  readMentions: write('mentions/read', {
    right: 'signed_in',
    output: Nothing,
    summary: 'Marks every mention of the caller as read.',
  }),
}
