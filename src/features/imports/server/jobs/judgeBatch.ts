import type { Change } from '../../../../platform/server/context.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { samePeople } from '../../../leads/server/queries/arrivals.ts'
import { type LeadRecord, readRecords } from '../../../leads/server/queries/records.ts'
import { DRY_RUN_NAMED, type DryRun } from '../../contract.ts'
import { type Incoming, strangerName } from '../../rules/merge.ts'
import { dryKeysMet, keepDryKeys } from '../queries/dryRuns.ts'
import type { RowOutcome } from '../queries/imports.ts'
import type { FileRecord } from './records.ts'
import { countsOf, type ImportPlan, type ReadyRow, readingOf, readyRow } from './saveBatch.ts'
import { readyEntries } from './saveEntries.ts'

interface Judged {
  line: number
  outcome: RowOutcome['outcome']
  reason: string | null
  isStranger: boolean
}

/** What a dry run knows after one more batch. Nothing is written but the addresses that later rows may meet. */
export async function judgeBatch(
  ctx: Change,
  plan: ImportPlan,
  run: DryRun,
  records: readonly FileRecord[],
): Promise<DryRun> {
  if (plan.stored.holds === 'history') {
    const entries = await readyEntries(ctx, plan, records)
    const authors = entries.flatMap(({ entry, author_id }) => (entry?.author && author_id === null ? entry.author : []))
    return added(
      run,
      entries.map(one => ({ ...one, line: one.record.line, isStranger: false })),
      { agents: authors, areas: [] },
    )
  }
  const ready: ReadyRow[] = []
  const judged: Judged[] = []
  for (const record of records) {
    const reading = readingOf(record, plan, ctx.now)
    if ('person' in reading) ready.push(readyRow(record, reading, { ...plan, tags: new Map() }))
    else judged.push({ line: record.line, outcome: 'failed', reason: reading.errors.join(' '), isStranger: false })
  }
  judged.push(...(await judgePeople(ctx, plan, ready)))
  const agents = ready.flatMap(({ person: { agent } }) =>
    agent !== null && !plan.agents.has(agent.toLowerCase()) ? agent : [],
  )
  const areas = ready.flatMap(({ person }) => person.areas.filter(area => !plan.areas.has(area)))
  return added(run, judged, { agents, areas })
}

const keysOf = ({ email, phone }: Incoming): string[] => [foldEmail(email), phone].filter(key => key !== null)

/** Whom each row would become or meet: a lead, or somebody of an earlier row. */
async function judgePeople(ctx: Change, { stored, options }: ImportPlan, rows: readonly ReadyRow[]): Promise<Judged[]> {
  const keys = rows.flatMap(row => keysOf(row.incoming))
  const found = await samePeople(ctx, keys, keys)
  const records = await readRecords(
    ctx,
    found.map(person => person.id),
  )
  const leads = new Map<string, LeadRecord>()
  for (const { key, id } of found) {
    const record = records.get(id)
    if (record) leads.set(key, record)
  }
  const met = await dryKeysMet(ctx, stored.id, keys)
  const fresh = new Map<string, number>()
  const judged = rows.map(({ record, incoming, warnings }): Judged => {
    const own = keysOf(incoming)
    const lead = own.flatMap(key => leads.get(key) ?? [])[0]
    const earlier = own.flatMap(key => met.get(key) ?? fresh.get(key) ?? [])[0]
    for (const key of own) if (!fresh.has(key)) fresh.set(key, record.line)
    const skips = options.existing === 'skip' && (lead !== undefined || earlier !== undefined)
    const stranger = lead && !skips ? strangerName(lead, incoming) : null
    const remarks = [
      skips ? 'This person is a lead already.' : '',
      stranger === null ? '' : `The phone is that of another name: ${stranger} in the file.`,
      ...(skips ? [] : warnings),
    ]
    return {
      line: record.line,
      outcome: skips ? 'skipped' : lead || earlier !== undefined ? 'merged' : 'created',
      reason: remarks.filter(Boolean).join(' ') || null,
      isStranger: stranger !== null,
    }
  })
  await keepDryKeys(ctx, stored.id, fresh)
  return judged
}

/** The run with one more batch; names are counted up to as many as are shown. */
function added(run: DryRun, judged: readonly Judged[], words: { agents: string[]; areas: string[] }): DryRun {
  const counts = countsOf(judged)
  const named = judged.flatMap(({ line, outcome, reason }) => (reason === null ? [] : { line, outcome, reason }))
  return {
    ...run,
    created: run.created + counts.created,
    merged: run.merged + counts.merged,
    skipped: run.skipped + counts.skipped,
    failed: run.failed + counts.failed,
    warned: run.warned + counts.warned,
    strangers: run.strangers + judged.filter(one => one.isStranger).length,
    agents: counted(run.agents, words.agents),
    areas: counted(run.areas, words.areas),
    rows: [...run.rows, ...named.toSorted((a, b) => a.line - b.line)].slice(0, DRY_RUN_NAMED),
  }
}

function counted(before: DryRun['agents'], words: readonly string[]): DryRun['agents'] {
  const rows = new Map(before.map(one => [one.word, one.rows]))
  for (const whole of words) {
    const word = whole.slice(0, 60).toWellFormed()
    if (rows.has(word) || rows.size < DRY_RUN_NAMED) rows.set(word, (rows.get(word) ?? 0) + 1)
  }
  return [...rows].map(([word, count]) => ({ word, rows: count }))
}
