import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Id, Instant, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { SendingState } from '../outbound/contract.ts'
import { keywords } from './rules/keywords.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    /** By the ids of leads; without any when it is about a number that nobody knows. */
    texts: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    text: true
  }
}

/** Characters of a text at the most; carriers take no longer ones. */
export const MAX_TEXT = 1600
/** Pictures of one text at the most: what carriers take together with room to spare. */
export const MAX_PICTURES = 5
/** Bytes of a picture that somebody sends, before it is drawn anew. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024

/** What became of a text: as its sending stands, and `received` for theirs. */
export const TextState = z.enum([...SendingState.options, 'received'])
export type TextState = z.output<typeof TextState>

/** A picture of a text: `unreadable` is another kind of file, `gone` was deleted before it could be fetched. */
export const TextPicture = z.object({
  id: Id,
  state: z.enum(['arriving', 'stored', 'unreadable', 'gone']),
  /** In pixels; `null` while it is not stored. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type TextPicture = z.output<typeof TextPicture>

/** One text, in either direction. */
export const Text = z.object({
  id: Id,
  direction: z.enum(['in', 'out']),
  body: z.string(),
  /** How many pictures it has. */
  media: z.int(),
  pictures: z.array(TextPicture),
  keyword: z.enum(keywords).nullable(),
  is_automatic: z.boolean(),
  state: TextState,
  /** Why it is in that state, in words: the carrier's reason, or when it goes out. */
  reason: z.string().nullable(),
  sending_id: Id.nullable(),
  /** When it goes out, of one that waits. */
  due_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  /** Who wrote it; `null` for theirs and for automatic ones. */
  author: z.object({ id: Id, name: z.string() }).nullable(),
  created_at: Instant,
})
export type Text = z.output<typeof Text>

const LeadOfThread = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  status_value: z.int(),
  zone: z.string(),
  /** Whose client they are; `null` while nobody's. */
  agent: z.object({ id: Id, name: z.string() }).nullable(),
})

/** The texts with one person, as the inbox lists them. */
export const TextThread = z.object({
  id: Id,
  /** `null` for a number that nobody knows yet. */
  lead: LeadOfThread.nullable(),
  /** Theirs, E.164. */
  number: z.string(),
  last: Text.pick({ direction: true, body: true, media: true, keyword: true, state: true, reason: true }),
  last_at: Instant,
  unread: z.int(),
  /** They wrote last. */
  is_waiting: z.boolean(),
})
export type TextThread = z.output<typeof TextThread>

export const ThreadFilter = z.enum(['unread', 'waiting', 'failed'])
export type ThreadFilter = z.output<typeof ThreadFilter>

/** How many threads each filter of the inbox has. */
export const ThreadCounts = z.object({
  unread: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** Whether texts can be sent from here; otherwise only the device of whoever writes can. */
  is_set_up: z.boolean(),
})

const right = 'view_leads'
const Stranger = z.object({ ...PageInput.shape })

export const textCalls = {
  threads: read('texts', {
    right,
    input: z.object({ ...PageInput.shape, filter: ThreadFilter.optional(), search: line(200).optional() }),
    output: page(TextThread),
    summary: 'The inbox: threads of the leads that the caller reaches and of unknown numbers, the last written first.',
  }),
  counts: read('texts/counts', {
    right,
    output: ThreadCounts,
    summary: 'How many threads each filter of the inbox has.',
  }),
  stranger: read('texts/unknown/:id', {
    right,
    input: Stranger,
    output: page(Text).extend({ thread: TextThread.nullable() }),
    summary: 'The texts of a number that nobody knows, newest first; `id` is the thread.',
  }),
  recognize: write('texts/unknown/:id/lead', {
    right,
    input: z.object({ lead_id: Id.optional(), first_name: line(100).optional(), last_name: line(100).optional() }),
    output: z.object({ lead_id: Id }),
    summary: 'Says whose number it is: a lead that the caller reaches, or a new one of theirs.',
  }),
  list: read('texts/:leadId', {
    right,
    input: PageInput,
    output: page(Text).extend({ thread: TextThread.nullable() }),
    summary: 'The texts with a lead, newest first.',
  }),
  send: write('texts/:leadId', {
    right,
    input: z
      .object({
        body: z.string().max(MAX_TEXT, { error: `must be at most ${MAX_TEXT} characters` }),
        /** Those that were added for this text. */
        picture_ids: z.array(Id).max(MAX_PICTURES).optional(),
        /** The template that it came from, so that its use counts. */
        template_id: Id.nullable().optional(),
      })
      .refine(({ body, picture_ids = [] }) => body.trim() !== '' || picture_ids.length > 0, {
        path: ['body'],
        error: 'must not be empty',
      }),
    output: Text,
    creates: true,
    summary: 'Texts a lead. Where that is not allowed it is refused with the reason, and nothing is created.',
  }),
  addPicture: remote('texts/:leadId/pictures', {
    right,
    files: 'file',
    output: TextPicture,
    summary:
      'Adds a picture for a text to this lead as `file`: at most 20 MB, drawn anew without what a camera wrote into it. It is deleted a day later unless it is sent.',
  }),
  picture: read('texts/pictures/:id', {
    right,
    output: Nothing,
    summary: 'A picture of a text, as a file.',
  }),
  read: write('texts/:leadId/read', {
    right,
    output: Nothing,
    summary: 'Says that their agent has read what a lead wrote.',
  }),
  done: write('texts/:leadId/done', {
    right,
    output: Nothing,
    summary: 'Takes a thread out of the inbox until they write again.',
  }),
}
