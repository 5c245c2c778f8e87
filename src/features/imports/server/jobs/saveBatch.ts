import type { Author, Change, QueryContext } from '../../../../platform/server/context.ts'
import { foldEmail, fullName } from '../../../leads/rules.ts'
import { createLeads, type NewLeadFields } from '../../../leads/server/commands/create.ts'
import { changedColumns, rewriteLeads } from '../../../leads/server/commands/rewrite.ts'
import { samePeople } from '../../../leads/server/queries/arrivals.ts'
import { type LeadRecord, lockRecords } from '../../../leads/server/queries/records.ts'
import type { ImportOptions } from '../../contract.ts'
import { changedFields, contradictions, type Incoming, mergeRow } from '../../rules/merge.ts'
import { statusesOf } from '../../rules/origins.ts'
import { type ImportedPerson, readRow } from '../../rules/row.ts'
import {
  addCounts,
  advance,
  type BatchCounts,
  type RowOutcome,
  recordOutcomes,
  type StoredImport,
} from '../queries/imports.ts'
import { agentsByName, areasByName, tagsByName, usersByName } from '../queries/lookups.ts'
import { insertNotes } from '../queries/merging.ts'
import type { FileRecord } from './records.ts'

/** What a run of an import looks up once. */
export interface ImportPlan {
  stored: StoredImport
  options: Required<Pick<ImportOptions, 'existing' | 'invalid'>> & ImportOptions
  areas: ReadonlyMap<string, number>
  agents: ReadonlyMap<string, number>
  /** Who wrote entries of histories. */
  users: ReadonlyMap<string, number>
}

/** Looks it up. */
export async function planOf(ctx: QueryContext, stored: StoredImport): Promise<ImportPlan> {
  const options = {
    ...stored.options,
    existing: stored.options.existing ?? 'fill',
    invalid: stored.options.invalid ?? 'fail',
  } as const
  const users = stored.holds === 'history' ? await usersByName(ctx) : new Map<string, number>()
  return { stored, options, areas: await areasByName(ctx), agents: await agentsByName(ctx), users }
}

/** A row that was understood, with the ids that its words stand for. */
export interface ReadyRow {
  record: FileRecord
  person: ImportedPerson
  incoming: Incoming
  warnings: string[]
}

const MAX_NEW_TAGS = 20

/** Saves a batch of rows and how far the import got, in one transaction. False when somebody else was here, or it was stopped. */
export async function saveBatch(job: Change, plan: ImportPlan, records: readonly FileRecord[]): Promise<boolean> {
  const { stored } = plan
  const [first, last] = [records[0], records.at(-1)]
  if (!first || !last || !(await advance(job, stored.id, first.row - 1, last.row))) return false
  const author: Author = { user_id: stored.user_id, on_behalf_of: stored.on_behalf_of }
  // One audit entry and one live message stand for the whole import, not one for each batch.
  const ctx: Change = { ...job, author, audit: () => {}, changed: () => {} }
  const outcomes: RowOutcome[] = []
  const rows: ReadyRow[] = []
  const lookup = { ...plan, tags: new Map<string, number>() }
  const read = records.map(record => ({ record, reading: readingOf(record, plan, ctx.now) }))
  lookup.tags = await tagsByName(
    ctx,
    wantedTags(
      plan,
      read.flatMap(({ reading }) => ('person' in reading ? reading.person : [])),
    ),
  )
  for (const { record, reading } of read) {
    if ('errors' in reading)
      outcomes.push(outcomeOf(record, 'failed', { reason: reading.errors.join(' '), cells: record.cells }))
    else rows.push(readyRow(record, reading, lookup))
  }
  outcomes.push(...(await saveRows(ctx, plan, rows)))
  await keepOutcomes(ctx, stored.id, outcomes)
  return true
}

/** Keeps what became of the rows of a batch, and counts them. */
export async function keepOutcomes(ctx: Change, importId: number, outcomes: readonly RowOutcome[]): Promise<void> {
  await recordOutcomes(ctx, importId, outcomes)
  await addCounts(ctx, importId, countsOf(outcomes))
}

/** How many rows became what. */
export function countsOf(outcomes: readonly Pick<RowOutcome, 'outcome' | 'reason'>[]): BatchCounts {
  const count = (outcome: RowOutcome['outcome']) => outcomes.filter(one => one.outcome === outcome).length
  return {
    created: count('created'),
    merged: count('merged'),
    skipped: count('skipped'),
    failed: count('failed'),
    warned: outcomes.filter(one => one.outcome !== 'failed' && one.reason !== null).length,
  }
}

/** A row under a plan: a person, or why there is none. */
export const readingOf = ({ cells, problem }: FileRecord, { stored, options }: ImportPlan, now: Date) =>
  problem === null
    ? readRow(cells, stored.mapping, {
        now,
        onInvalid: options.invalid,
        statuses: statusesOf(stored.origin),
        kept: keptColumns(stored),
      })
    : { errors: [problem] }

/** The names of the columns, where those that become nothing are kept as a note. */
export const keptColumns = ({ options, columns }: StoredImport): readonly string[] | null =>
  options.keep_rest ? columns.map(column => column.name) : null

const wantedTags = ({ options }: ImportPlan, people: readonly ImportedPerson[]): string[] => [
  ...(options.tags ?? []).filter(tag => tag !== ''),
  ...people.flatMap(person => person.tags.slice(0, MAX_NEW_TAGS)),
]

export function outcomeOf(
  { row, line }: FileRecord,
  outcome: RowOutcome['outcome'],
  {
    reason = null,
    cells = null,
    lead_id = null,
    before = null,
    external_id = null,
    task_id = null,
  }: Partial<RowOutcome> = {},
): RowOutcome {
  return { row, line, outcome, reason, cells, lead_id, before, external_id, task_id }
}

/** The row with the ids of its words. */
export function readyRow(
  record: FileRecord,
  { person, warnings }: { person: ImportedPerson; warnings: string[] },
  { options, areas, agents, tags }: ImportPlan & { tags: ReadonlyMap<string, number> },
): ReadyRow {
  const named = person.agent === null ? undefined : agents.get(person.agent.toLowerCase())
  const unknownAreas = person.areas.filter(area => !areas.has(area))
  const cents = (dollars: number | null) => (dollars === null ? null : dollars * 100)
  const more = [
    ...(person.agent !== null && named === undefined
      ? [`There is no agent "${person.agent.slice(0, 60).toWellFormed()}".`]
      : []),
    ...unknownAreas.slice(0, 3).map(area => `There is no area "${area.slice(0, 60).toWellFormed()}".`),
  ]
  const incoming: Incoming = {
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email?.toLowerCase() ?? null,
    phone: person.phone,
    roles: person.roles,
    status_value: person.status_value,
    stated_price_min: cents(person.price_min),
    stated_price_max: cents(person.price_max),
    tag_ids: [...new Set([...(options.tags ?? []), ...person.tags].flatMap(tag => tags.get(tag.toLowerCase()) ?? []))],
    area_ids: person.areas.flatMap(area => areas.get(area) ?? []),
    agent_id: named ?? options.agent_id ?? null,
    last_contacted_at: person.last_contacted_at?.toISOString() ?? null,
  }
  return { record, person, incoming, warnings: [...warnings, ...more] }
}

function fieldsOf({ person, incoming }: ReadyRow, { stored, options }: ImportPlan): NewLeadFields {
  return {
    first_name: incoming.first_name,
    last_name: incoming.last_name,
    email: incoming.email,
    phone: incoming.phone,
    roles: person.roles,
    stated_price_min: person.price_min,
    stated_price_max: person.price_max,
    area_ids: incoming.area_ids,
    tag_ids: incoming.tag_ids,
    status_value: incoming.status_value ?? 1,
    agent_id: incoming.agent_id,
    source: person.source ?? (options.source || null) ?? stored.origin ?? 'Import',
    ...(person.created_at ? { created_at: person.created_at.toISOString() } : {}),
    last_contacted_at: incoming.last_contacted_at,
  }
}

async function saveRows(ctx: Change, plan: ImportPlan, rows: readonly ReadyRow[]): Promise<RowOutcome[]> {
  const answers = await createLeads(
    ctx,
    rows.map(row => fieldsOf(row, plan)),
    { isImport: true },
  )
  const pairs = rows.map((row, at) => ({
    row,
    lead_id: answers[at]?.id ?? 0,
    isNew: answers[at]?.outcome === 'created',
  }))
  const met = pairs.filter(pair => !pair.isNew)
  const before = plan.options.existing === 'skip' ? new Map() : await mergeRows(ctx, plan, met)
  const outcomes = pairs.map(({ row, lead_id, isNew }): RowOutcome => {
    const outcome = isNew ? 'created' : plan.options.existing === 'skip' ? 'skipped' : 'merged'
    const reason = outcome === 'skipped' || row.warnings.length === 0 ? null : row.warnings.join(' ')
    return outcomeOf(row.record, outcome, {
      lead_id,
      reason,
      before: before.get(row) ?? null,
      external_id: row.person.external_id,
    })
  })
  const notes = pairs.flatMap(({ row, lead_id, isNew }) =>
    row.person.note !== '' && (isNew || plan.options.existing !== 'skip') ? { lead_id, text: row.person.note } : [],
  )
  await insertNotes(ctx, plan.stored.id, notes, plan.stored.user_id)
  return outcomes
}

/** Merges rows into the leads that they met; answers the changed fields of each row as they were before it. */
async function mergeRows(
  ctx: Change,
  { options }: ImportPlan,
  met: readonly { row: ReadyRow; lead_id: number }[],
): Promise<Map<ReadyRow, Record<string, unknown>>> {
  const befores = new Map<ReadyRow, Record<string, unknown>>()
  if (met.length === 0) return befores
  const originals = await lockRecords(ctx, [...new Set(met.map(({ lead_id }) => lead_id))])
  const owners = await ownersOf(ctx, met)
  const current = new Map(originals)
  for (const { row, lead_id } of met) {
    const lead = current.get(lead_id)
    if (!lead) continue
    const existing = options.existing === 'replace' ? 'replace' : 'fill'
    const merged = mergeRow(lead, owners.withoutTaken(row.incoming, lead_id), existing, ctx.now.toISOString())
    const after: LeadRecord = { ...lead, ...merged }
    befores.set(row, changedFields(lead, after))
    recordContradictions(row, after)
    owners.note(after, lead_id)
    current.set(lead_id, after)
  }
  await rewriteLeads(
    ctx,
    [...current].flatMap(([id, after]) => {
      const before = originals.get(id)
      return before && changedColumns(before, after).length > 0 ? { before, after } : []
    }),
  )
  return befores
}

interface Owners {
  /** The row without an address or number that another lead has: taking it would make one person two leads. */
  withoutTaken(row: Incoming, leadId: number): Incoming
  note(lead: { email: string | null; phone: string | null }, leadId: number): void
}

/** Whose the addresses and numbers of rows are. */
async function ownersOf(ctx: Change, met: readonly { row: ReadyRow }[]): Promise<Owners> {
  const emails = met.flatMap(({ row }) => foldEmail(row.incoming.email) ?? [])
  const phones = met.flatMap(({ row }) => row.incoming.phone ?? [])
  const byKey = new Map<string, number>()
  for (const { key, id } of await samePeople(ctx, emails, phones)) byKey.set(key, id)
  const free = (key: string | null, leadId: number) => key === null || (byKey.get(key) ?? leadId) === leadId
  return {
    withoutTaken: (row, leadId) => ({
      ...row,
      email: free(foldEmail(row.email), leadId) ? row.email : null,
      phone: free(row.phone, leadId) ? row.phone : null,
    }),
    note(lead, leadId) {
      for (const key of [foldEmail(lead.email), lead.phone]) if (key !== null && !byKey.has(key)) byKey.set(key, leadId)
    },
  }
}

/** What a row says otherwise than the lead that it was merged into is neither lost nor silent: it goes to the note. */
function recordContradictions(row: ReadyRow, lead: LeadRecord): void {
  const said = contradictions(lead, row.incoming)
  if (said.length === 0) return
  row.warnings.push(
    `Matched ${fullName(lead) || 'a lead without a name'}. Different details were saved as a note: ${said.join(', ')}.`,
  )
  row.person.note = [row.person.note, `Also: ${said.join(', ')}`].filter(Boolean).join('\n')
}
