import { sql } from 'kysely'
import type { ReadContext } from '../../../../platform/server/context.ts'
import type { LeadRow } from '../../contract/record.ts'
import { isMarketingEligible, visitsUntil, weekOf } from '../../rules.ts'
import { leadColumns } from './columns.ts'
import { joinedNames, namingJoins } from './names.ts'
import { namesVersion, placesOf } from './places.ts'
import { type JoinedLead, leadRowOf } from './rows.ts'

/** What the statement that finds a page says of each of its rows. */
export interface FoundRow {
  id: number
  /** Which version of the stored row it saw, `xmin` of PostgreSQL: another one after every change, whoever wrote it. */
  stamp: string
  /** Which names it saw. */
  names_version: string
  /** The areas of the viewing agent, which sort first. */
  own_areas: number[] | null
}

/** The columns of a found row, of the table named `l`. */
export const foundColumns = (ctx: ReadContext) => sql`
  l.id, l.xmin::text AS stamp, ${namesVersion} AS names_version,
  (SELECT area_ids FROM agents WHERE id = ${ctx.viewer.agent_id}) AS own_areas`

interface KnownRow {
  stamp: string
  names_version: string
  row: LeadRow
  /** The week in which it was read, which its visits end with. */
  activity_week: string
}

/** Rows that a process keeps, some 10 MB: the beginnings of the lists that people look at again and again. */
const MAX_KNOWN = 3000
/** One entry for each database that this process serves. */
const knownRows = new WeakMap<object, Map<string, KnownRow>>()

function knownOf(ctx: ReadContext): Map<string, KnownRow> {
  const known = knownRows.get(ctx.config) ?? new Map<string, KnownRow>()
  knownRows.set(ctx.config, known)
  return known
}

const keyOf = ({ id, own_areas }: FoundRow): string => (own_areas?.length ? `${id} ${own_areas}` : String(id))

/**
 * The rows of a page as they were found: those that did not change since they were last read come from memory. `null` when one
 * of the others changed between the two statements, so that the page has to be found again.
 */
export async function listRowsOf(
  ctx: ReadContext,
  found: readonly FoundRow[],
  known = knownOf(ctx),
): Promise<LeadRow[] | null> {
  const isCurrent = (row: FoundRow, entry: KnownRow | undefined): entry is KnownRow =>
    entry?.stamp === row.stamp && entry.names_version === row.names_version
  const missing = found.filter(row => !isCurrent(row, known.get(keyOf(row))))
  if (missing.length > 0) await readRows(ctx, missing, known)
  const rows: LeadRow[] = []
  for (const each of found) {
    const key = keyOf(each)
    const entry = known.get(key)
    if (!isCurrent(each, entry)) return null
    // The ones that were used last stay longest.
    known.delete(key)
    known.set(key, entry)
    rows.push(asOfNow(entry, ctx.now))
  }
  return rows
}

/** What changes in a row with time alone: the weeks of its visits, and whom marketing may reach. */
function asOfNow({ row, activity_week }: KnownRow, now: Date): LeadRow {
  const { status_value, last_active_at, last_contacted_at } = row
  const subscribed_alert = row.subscriptions.alert
  const { member_type } = row.delivra_account
  const lead = { subscribed_alert, status_value, member_type, last_active_at, last_contacted_at }
  const marketing_eligible = isMarketingEligible(lead, now)
  if (marketing_eligible === row.marketing_eligible && activity_week === weekOf(now)) return row
  return { ...row, marketing_eligible, activity: visitsUntil({ activity: row.activity, activity_week }, now) }
}

async function readRows(ctx: ReadContext, found: readonly FoundRow[], known: Map<string, KnownRow>): Promise<void> {
  const { rows } = await sql<JoinedLead & Pick<FoundRow, 'stamp' | 'names_version'>>`
    SELECT ${leadColumns}, ${joinedNames}, l.xmin::text AS stamp, ${namesVersion} AS names_version
    FROM leads l ${namingJoins} WHERE l.id = ANY(${found.map(({ id }) => id)}::int[])`.execute(ctx.db)
  const [first] = found
  const places = await placesOf(ctx, rows[0]?.names_version)
  const ownAreas = (first?.own_areas ?? []).flatMap(id => places.areas.get(id)?.name ?? [])
  const byId = new Map(rows.map(row => [row.id, row]))
  for (const each of found) {
    const read = byId.get(each.id)
    if (!read || read.names_version !== places.version) continue
    const { stamp, names_version, ...lead } = read
    known.delete(keyOf(each))
    const row = leadRowOf(lead, { now: ctx.now, places, ownAreas })
    known.set(keyOf(each), { stamp, names_version, row, activity_week: weekOf(ctx.now) })
  }
  for (const key of known.keys()) {
    if (known.size <= MAX_KNOWN) break
    known.delete(key)
  }
}
