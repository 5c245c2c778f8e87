import type { ReadContext } from '../../../../platform/server/context.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { foldEmail, fullName, rolesString, statusLabel } from '../../../leads/rules.ts'
import { samePeople } from '../../../leads/server/queries/arrivals.ts'
import { type Places, placesOf } from '../../../leads/server/queries/places.ts'
import { type LeadRecord, readRecords } from '../../../leads/server/queries/records.ts'
import { PREVIEW_ROWS, type PreviewRow } from '../../contract.ts'
import type { ImportedEntry } from '../../rules/entry.ts'
import { entryKindLabels } from '../../rules/entryColumns.ts'
import { type Incoming, mergeRow, strangerName } from '../../rules/merge.ts'
import type { StoredImport } from '../queries/imports.ts'
import { formatOf } from './importRows.ts'
import { type FileRecord, recordsOf } from './records.ts'
import { type ImportPlan, planOf, type ReadyRow, readingOf, readyRow } from './saveBatch.ts'
import { readyEntries } from './saveEntries.ts'

const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD', maximumFractionDigits: 0 })

/** The first rows of a file as they would be saved, by the same code that saves them. */
export async function previewRows(
  ctx: ReadContext,
  stored: StoredImport,
  first = PREVIEW_ROWS,
): Promise<{ rows: PreviewRow[]; has_more: boolean }> {
  const plan = await planOf(ctx, stored)
  const records: FileRecord[] = []
  for await (const record of recordsOf(formatOf(ctx.config, stored))) {
    records.push(record)
    if (records.length > first) break
  }
  const has_more = records.length > first
  if (stored.holds === 'history') return { rows: await entryRows(ctx, plan, records.slice(0, first)), has_more }
  const rows = records.slice(0, first).map(record => {
    const reading = readingOf(record, plan, ctx.now)
    return 'errors' in reading
      ? failedRow(record, reading.errors)
      : readyRow(record, reading, { ...plan, tags: new Map() })
  })
  const known = await knownPeople(
    ctx,
    rows.flatMap(row => ('incoming' in row ? row.incoming : [])),
  )
  const { areas } = await placesOf(ctx)
  return {
    rows: rows.map(row => ('incoming' in row ? savedRow(row, plan, { known, areas, now: ctx.now }) : row)),
    has_more,
  }
}

const nothing = {
  name: '',
  email: '',
  phone: '',
  status: '',
  type: '',
  areas: '',
  tags: '',
  price: '',
  note: '',
  date: null,
}

/** Entries of a history as they would stand on timelines. */
async function entryRows(ctx: ReadContext, plan: ImportPlan, records: readonly FileRecord[]): Promise<PreviewRow[]> {
  const ready = await readyEntries(ctx, plan, records)
  const leads = await readRecords(
    ctx,
    ready.flatMap(({ lead }) => lead?.id ?? []),
  )
  return ready.map(({ record, entry, lead, text, outcome, reason }) => {
    const known = lead ? leads.get(lead.id) : undefined
    return {
      ...nothing,
      row: record.row,
      line: record.line,
      outcome,
      lead: known ? { id: known.id, name: fullName(known) } : null,
      stranger: null,
      name: entry ? fullName(entry.person) : '',
      email: entry?.person.emails[0] ?? '',
      phone: entry?.person.phones[0] ?? '',
      type: entry ? entryKindLabels[entry.kind] : '',
      note: [entry?.kind === 'task' ? entry.subject : '', text].filter(Boolean).join('\n').slice(0, 200).toWellFormed(),
      date: dateOf(entry),
      remarks: reason === null ? [] : [reason],
    }
  })
}

const dateOf = (entry: ImportedEntry | null): string | null => {
  const date = entry?.kind === 'task' ? entry.due_at : entry?.happened_at
  return date ? instantText(date) : null
}

const failedRow = ({ row, line, cells }: FileRecord, remarks: string[]): PreviewRow => ({
  ...nothing,
  row,
  line,
  outcome: 'failed',
  lead: null,
  stranger: null,
  name: cells.filter(Boolean).slice(0, 3).join(', ').slice(0, 120).toWellFormed(),
  remarks,
})

const keysOf = ({ email, phone }: Incoming): string[] => [foldEmail(email), phone].filter(key => key !== null)

interface Known {
  /** Leads that exist, by address and number. */
  leads: ReadonlyMap<string, LeadRecord>
  /** Earlier rows of the file, by address and number: their lines. */
  lines: Map<string, number>
}

async function knownPeople(ctx: ReadContext, people: readonly Incoming[]): Promise<Known> {
  const keys = people.flatMap(keysOf)
  const found = await samePeople(ctx, keys, keys)
  const records = await readRecords(
    ctx,
    found.map(person => person.id),
  )
  const leads = new Map(found.flatMap(({ key, id }) => [[key, records.get(id)] as const]).flatMap(withLead))
  return { leads, lines: new Map() }
}

const withLead = ([key, lead]: readonly [string, LeadRecord | undefined]): [string, LeadRecord][] =>
  lead ? [[key, lead]] : []

interface Knowledge {
  known: Known
  areas: Places['areas']
  now: Date
}

function savedRow(row: ReadyRow, plan: ImportPlan, { known, areas, now }: Knowledge): PreviewRow {
  const { incoming, person, record } = row
  const keys = keysOf(incoming)
  const lead = keys.flatMap(key => known.leads.get(key) ?? [])[0] ?? null
  const earlier = keys.flatMap(key => known.lines.get(key) ?? [])[0] ?? null
  const exists = lead !== null || earlier !== null
  if (!exists) for (const key of keys) known.lines.set(key, record.line)
  const skips = exists && plan.options.existing === 'skip'
  const existing = plan.options.existing === 'replace' ? 'replace' : 'fill'
  const saved = lead && !skips ? mergeRow(lead, incoming, existing, now.toISOString()) : incoming
  const [min, max] = [saved.stated_price_min, saved.stated_price_max].map(cents =>
    cents ? dollars.format(cents / 100) : '',
  )
  return {
    row: record.row,
    line: record.line,
    outcome: skips ? 'skipped' : exists ? 'merged' : 'created',
    lead: lead && { id: lead.id, name: fullName(lead) },
    stranger: lead && !skips ? strangerName(lead, incoming) : null,
    name: fullName(saved),
    email: saved.email ?? '',
    phone: saved.phone ?? '',
    status: statusLabel(saved.status_value ?? 1),
    type: rolesString(saved.roles),
    areas: saved.area_ids.flatMap(id => areas.get(id)?.name ?? []).join(', '),
    tags: [...new Set([...(plan.options.tags ?? []), ...person.tags])].filter(Boolean).join(', '),
    price: [min, max].filter(Boolean).join(' to '),
    note: person.note.slice(0, 200).toWellFormed(),
    date: null,
    remarks: [...(earlier !== null && !lead ? [`Same person as line ${earlier}.`] : []), ...row.warnings],
  }
}
