import type { Change, Viewer } from '../../../platform/server/context.ts'
import { invalid } from '../../../platform/server/errors.ts'
import { parseInstant } from '../../../platform/wire/fields.ts'
import { leadAudience } from '../../leads/server/commands/audience.ts'
import type { NotificationKind } from '../../notifications/server/commands/kinds.ts'
import { notify } from '../../notifications/server/commands/notify.ts'
import { leadInNotification } from '../../notifications/server/queries/about.ts'
import { userNames } from '../../people/server/queries/names.ts'
import type { Note, NoteFields } from '../contract.ts'
import { stillMentioned } from '../rules.ts'
import { colleaguesOf, insertNote, noteById, writeMentions, writeNote } from './queries.ts'

interface NotedLead {
  id: number
  agent_id: number | null
}

type Writing = Change & { viewer: Viewer }

/** Writes a note on a lead that the caller has checked, and tells those whom it names. */
export async function addNote(ctx: Writing, lead: NotedLead, fields: NoteFields): Promise<Note> {
  const { description } = fields
  const id = await insertNote(ctx, {
    lead_id: lead.id,
    description,
    date: dateOf(fields.date) ?? ctx.now.toISOString(),
  })
  await mention(ctx, lead, { id, description }, fields.mentions ?? [])
  const note = await noteById(ctx, id)
  ctx.audit({ subject: 'note', subject_id: id, after: note })
  publishNotes(ctx, lead)
  return note
}

/** Changes the words, the date or the mentions of a note. */
export async function changeNote(
  ctx: Writing,
  lead: NotedLead,
  before: Note,
  fields: Partial<NoteFields>,
): Promise<Note> {
  const description = fields.description ?? before.description
  await writeNote(ctx, before.id, { description, date: dateOf(fields.date) ?? before.date })
  const named = fields.mentions ?? before.mentions.map(person => person.id)
  await mention(ctx, lead, { id: before.id, description }, named, before.mentions)
  const note = await noteById(ctx, before.id)
  ctx.audit({ subject: 'note', subject_id: note.id, before, after: note })
  publishNotes(ctx, lead)
  return note
}

const dateOf = (date: string | null | undefined): string | null =>
  (date ? parseInstant(date)?.toISOString() : null) ?? null

/**
 * Only those who may see the lead can be named: a mention shows them what was written. Anybody named while they could stays
 * named, though the lead has gone to somebody else since.
 */
async function mention(
  ctx: Writing,
  lead: NotedLead,
  note: { id: number; description: string },
  asked: readonly number[],
  before: Note['mentions'] = [],
): Promise<void> {
  const stored = before.filter(person => asked.includes(person.id))
  const ids = [...new Set(asked)].filter(id => !stored.some(person => person.id === id))
  const fresh = ids.length === 0 ? [] : await colleaguesOf(ctx, lead, { ids })
  if (fresh.length < ids.length) throw invalid({ mentions: ['One of those mentioned cannot see this lead.'] })
  const named = stillMentioned(note.description, [...stored, ...fresh]).map(person => person.id)
  const notified = (await writeMentions(ctx, note.id, named)).filter(user => user !== ctx.viewer.user_id)
  if (notified.length === 0) return
  ctx.changed(
    'mentions',
    [note.id],
    notified.map(user => `user:${user}` as const),
  )
  await notifyMentioned(ctx, lead, note, notified)
}

/** Of notes that name a person. */
export const mentionKind: NotificationKind = {
  name: 'mention',
  label: 'Mentions',
  icon: 'mention',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: { channel: 'email', seconds: 3600 },
  isAlwaysShown: true,
  isAnnounced: true,
}

async function notifyMentioned(
  ctx: Writing,
  lead: NotedLead,
  note: { id: number; description: string },
  users: readonly number[],
): Promise<void> {
  const author = ctx.author?.user_id ?? ctx.viewer.user_id
  const by = (await userNames(ctx, [author])).get(author) || 'Someone'
  const { name, path } = await leadInNotification(ctx, lead.id)
  await notify(ctx, {
    to: { users },
    kind: mentionKind,
    cause: `note ${note.id}`,
    title: `${by} mentioned you on ${name}`,
    body: note.description,
    path,
    lead_id: lead.id,
  })
}

/** Tells browsers that the notes of a lead changed. */
export function publishNotes(ctx: Change, lead: NotedLead): void {
  ctx.changed('notes', [lead.id], leadAudience(lead))
}
