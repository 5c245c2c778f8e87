import type { Author, Change, QueryContext } from '../../../../platform/server/context.ts'
import { countOpenTasks } from '../../../tasks/server/queries/writes.ts'
import { type EntryReading, type ImportedEntry, readEntry, typeOfKind } from '../../rules/entry.ts'
import {
  type EntryPerson,
  entriesThere,
  entryKey,
  insertEntries,
  insertTasks,
  type LeadOfEntry,
  leadsOfPeople,
  type NewEntryTask,
} from '../queries/history.ts'
import { advance, type RowOutcome } from '../queries/imports.ts'
import type { FileRecord } from './records.ts'
import { type ImportPlan, keepOutcomes, keptColumns, outcomeOf } from './saveBatch.ts'

/** A row of a history under a plan: what happened, or why it cannot be said. */
export const entryReadingOf = ({ cells, problem }: FileRecord, { stored }: ImportPlan, now: Date): EntryReading =>
  problem === null
    ? readEntry(cells, stored.mapping, { now, entry_kind: stored.entry_kind ?? 'note', kept: keptColumns(stored) })
    : { errors: [problem] }

/** An entry with what it will be: on whose timeline, by whom, or why not. */
export interface ReadyEntry {
  record: FileRecord
  /** `null` where the row says nothing that can be read. */
  entry: ImportedEntry | null
  lead: LeadOfEntry | null
  /** The words of the timeline, with whoever wrote them where that is nobody here. */
  text: string
  author_id: number | null
  outcome: RowOutcome['outcome']
  reason: string | null
}

const personText = ({ person }: ImportedEntry): string =>
  [`${person.first_name} ${person.last_name}`.trim(), person.emails[0], person.phones[0]]
    .filter(Boolean)
    .slice(0, 2)
    .join(', ')
    .slice(0, 100)
    .toWellFormed()

function nobodyText(entry: ImportedEntry): string {
  const who = personText(entry)
  return who === '' ? `Nobody here has the id ${entry.person.external_id}.` : `Nobody here is ${who}.`
}

/** What each row of a batch will become. Nothing is written; the dry run and the preview ask the same. */
export async function readyEntries(
  ctx: QueryContext,
  plan: ImportPlan,
  records: readonly FileRecord[],
): Promise<ReadyEntry[]> {
  const read = records.map(record => ({ record, reading: entryReadingOf(record, plan, ctx.now) }))
  const entries = read.flatMap(({ reading }) => ('entry' in reading ? reading.entry : []))
  const people: EntryPerson[] = entries.map(entry => entry.person)
  const leadOf = await leadsOfPeople(ctx, plan.stored.origin, people)
  const ready = read.map(({ record, reading }): ReadyEntry => {
    if ('errors' in reading) return failed(record, null, reading.errors.join(' '))
    const { entry, warnings } = reading
    const lead = leadOf(entry.person)
    if (!lead) return failed(record, entry, nobodyText(entry))
    const author_id = entry.author === null ? null : (plan.users.get(entry.author.toLowerCase()) ?? null)
    const by =
      entry.author !== null && author_id === null ? `Written by ${entry.author.slice(0, 100).toWellFormed()}` : ''
    const text = [entry.text, by].filter(Boolean).join('\n')
    return { record, entry, lead, text, author_id, outcome: 'created', reason: warnings.join(' ') || null }
  })
  return withoutThoseThere(ctx, ready)
}

const failed = (record: FileRecord, entry: ImportedEntry | null, reason: string): ReadyEntry => ({
  record,
  entry,
  lead: null,
  text: entry?.text ?? '',
  author_id: null,
  outcome: 'failed',
  reason,
})

const keyOf = ({ entry, lead, text }: ReadyEntry): string | null => {
  if (!entry || !lead) return null
  return entry.kind === 'task'
    ? entryKey({ lead_id: lead.id, type: 0, at: entry.due_at, text: `${entry.subject}\n${text}` })
    : entryKey({ lead_id: lead.id, type: typeOfKind[entry.kind], at: entry.happened_at, text })
}

/** The same file sent twice, or two that overlap, add nothing twice. */
async function withoutThoseThere(ctx: QueryContext, ready: readonly ReadyEntry[]): Promise<ReadyEntry[]> {
  const known = await entriesThere(ctx, [...new Set(ready.flatMap(one => one.lead?.id ?? []))])
  return ready.map(one => {
    const key = keyOf(one)
    if (key === null || one.outcome === 'failed') return one
    if (known.has(key)) return { ...one, outcome: 'skipped', reason: 'It is on the timeline already.' }
    known.add(key)
    return one
  })
}

/** Saves a batch of a history and how far the import got, in one transaction. False when somebody else was here, or it was stopped. */
export async function saveEntries(job: Change, plan: ImportPlan, records: readonly FileRecord[]): Promise<boolean> {
  const { stored } = plan
  const [first, last] = [records[0], records.at(-1)]
  if (!first || !last || !(await advance(job, stored.id, first.row - 1, last.row))) return false
  const author: Author = { user_id: stored.user_id, on_behalf_of: stored.on_behalf_of }
  const ctx: Change = { ...job, author, audit: () => {}, changed: () => {} }
  const ready = await readyEntries(ctx, plan, records)
  const tasks = await saveNew(ctx, plan, ready)
  await keepOutcomes(
    ctx,
    stored.id,
    ready.map(one =>
      outcomeOf(one.record, one.outcome, {
        reason: one.reason,
        cells: one.outcome === 'failed' ? one.record.cells : null,
        lead_id: one.lead?.id ?? null,
        task_id: tasks.get(one.record.row) ?? null,
      }),
    ),
  )
  return true
}

/** Writes what is new; answers the tasks by their rows. */
async function saveNew(ctx: Change, plan: ImportPlan, ready: readonly ReadyEntry[]): Promise<Map<number, number>> {
  const milestones: Parameters<typeof insertEntries>[2][number][] = []
  const tasks: NewEntryTask[] = []
  for (const { record, entry, lead, text, author_id, outcome } of ready) {
    if (!entry || !lead || outcome !== 'created') continue
    if (entry.kind === 'task') tasks.push(taskOf(plan, { record, entry, lead, text }))
    else
      milestones.push({
        row: record.row,
        lead_id: lead.id,
        type: typeOfKind[entry.kind],
        option_id: entry.option_id,
        text,
        happened_at: entry.happened_at.toISOString(),
        author_id,
      })
  }
  await insertEntries(ctx, plan.stored.id, milestones)
  const ids = await insertTasks(ctx, tasks)
  if (tasks.length > 0) await countOpenTasks(ctx, [...new Set(tasks.map(task => task.lead_id))])
  return new Map(tasks.map((task, at) => [task.row, ids[at] ?? 0]))
}

const taskTypes = [
  [/\bcall\b/i, 'phone_call'],
  [/\b(text|sms)\b/i, 'manual_text'],
  [/\be-?mail\b/i, 'manual_email'],
] as const

function taskOf(
  { agents }: ImportPlan,
  { record, entry, lead, text }: { record: FileRecord; entry: ImportedEntry; lead: LeadOfEntry; text: string },
): NewEntryTask {
  return {
    row: record.row,
    lead_id: lead.id,
    agent_id: (entry.author === null ? undefined : agents.get(entry.author.toLowerCase())) ?? lead.agent_id,
    task_type: taskTypes.find(([pattern]) => pattern.test(entry.subject))?.[1] ?? 'reminder',
    subject: entry.subject || 'Follow up',
    content: text,
    scheduled_at: entry.due_at?.toISOString() ?? null,
    completed: entry.is_done,
    completed_at: entry.is_done ? (entry.due_at ?? entry.happened_at).toISOString() : null,
    created_at: entry.happened_at.toISOString(),
  }
}
