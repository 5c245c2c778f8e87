import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../../platform/demo/part.ts'
import { randomOf } from '../../../platform/demo/random.ts'
import { insertRecords } from '../../../platform/demo/records.ts'
import type { Db } from '../../../platform/server/database/database.ts'
import { type Brokerage, brokerageOf } from './brokerage.ts'
import { dropIndexes } from './indexes.ts'
import { type DemoLead, demoLead, type TagsOf } from './lead.ts'

/** Rows written at once; memory stays the same however many leads there are. */
const BATCH = 1000

/** What a feature further up adds to the leads of the demo while they are written. */
export interface WithLeads {
  /** The tables that it fills along with them. */
  tables: readonly string[]
  /** Draws the tags that a lead carries itself. */
  tagsOf?: TagsOf
  /** Writes what belongs to a batch of leads, which are there by now. */
  write(leads: readonly DemoLead[]): Promise<void>
}

declare module '../../../platform/demo/part.ts' {
  interface DemoPart {
    /** What the feature adds to every lead; asked for once, before the first. */
    withLeads?(demo: Demo): Promise<WithLeads>
  }
}

/** The leads of the brokerage. */
export const demo: DemoPart = {
  async fill(filled) {
    const count = filled.wanted.leads ?? 0
    if (count > 0) await addLeads(filled, count)
  },
}

async function addLeads(filled: Demo, count: number): Promise<void> {
  const { db, seed, now, isLarge, log } = filled
  const brokerage = await brokerageOf(db)
  const others: WithLeads[] = []
  for (const part of filled.parts) if (part.withLeads) others.push(await part.withLeads(filled))
  const tagsOf = others.find(other => other.tagsOf)?.tagsOf ?? (() => [])
  const from = await numberOfLeads(db)
  const tables = ['leads', 'lead_areas', ...others.flatMap(other => other.tables)]
  const putBack = isLarge ? await dropIndexes(db, tables) : null
  const firstId = await reserveLeadIds(db, count)
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done)
    const leads = drawLeads({ brokerage, tagsOf, seed, now, firstId: firstId + done, from: from + done, size })
    await insertLeads(db, leads)
    for (const other of others) await other.write(leads)
    if (log && (done + size) % 50_000 === 0) log.info(`${(done + size).toLocaleString('en-CA')} demo leads written.`)
  }
  if (putBack) log?.info('Building the indexes.')
  await putBack?.()
  // What follows joins them with others. A fill that was killed has left word that there are none, and plans by that take hours.
  await sql`ANALYZE leads`.execute(db)
}

interface BatchOptions {
  brokerage: Brokerage
  tagsOf: TagsOf
  seed: number
  now: Date
  firstId: number
  /** Which lead of the seed is the first. */
  from: number
  size: number
}

/** Makes up a batch: the same for the same seed, whatever was made before it. */
export function drawLeads({ brokerage, tagsOf, seed, now, firstId, from, size }: BatchOptions): DemoLead[] {
  return Array.from({ length: size }, (_lead, offset) => {
    const random = randomOf(seed, from + offset)
    return demoLead({ random, brokerage, tagsOf, id: firstId + offset, index: from + offset, now })
  })
}

async function insertLeads(db: Db, leads: readonly DemoLead[]): Promise<void> {
  await insertRecords(
    db,
    'leads',
    leads.map(lead => lead.columns),
  )
  await sql`
    INSERT INTO lead_areas (lead_id, area_id, position)
    SELECT leads.id, area_id, place - 1 FROM leads, unnest(area_ids) WITH ORDINALITY AS chosen (area_id, place)
    WHERE leads.id BETWEEN ${leads[0]?.columns.id} AND ${leads.at(-1)?.columns.id}`.execute(db)
}

/** How many leads there are. */
async function numberOfLeads(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM leads`.execute(db)
  return rows[0]?.count ?? 0
}

/** Keeps `count` numbers of leads for the caller; answers the first. */
async function reserveLeadIds(db: Db, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    WITH newest AS (SELECT greatest(coalesce(max(id), 0), nextval(pg_get_serial_sequence('leads', 'id')) - 1) AS id FROM leads),
    moved AS (SELECT setval(pg_get_serial_sequence('leads', 'id'), (SELECT id FROM newest) + ${count}::int))
    SELECT (SELECT id FROM newest) + 1 AS first FROM moved`.execute(db)
  return rows[0]?.first ?? 1
}
