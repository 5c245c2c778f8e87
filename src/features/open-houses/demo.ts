import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { dayAfter, instantAt, mondayOf, wallClock } from '../../platform/wire/days.ts'
import { region } from '../../product/region/region.ts'
import { milestoneType } from '../milestones/rules.ts'
import { agentsOfDemo } from '../people/demo/seed.ts'
import { OPEN_HOUSE_MODEL } from './rules.ts'
import { newLink } from './server/commands.ts'

/** Homes of the demo's agent that are open on Sundays, and how many come. */
const HOMES = 3
const VISITORS = [6, 4, 3] as const

/** Open houses of the demo's agent: one last Sunday with its visitors, and one on the next, for each of a few homes. */
export const demo: DemoPart = { addDailyWork: addOpenHouses }

async function addOpenHouses(demo: Demo): Promise<void> {
  const { db, now } = demo
  const host = (await agentsOfDemo(db)).find(({ email }) => email === 'agent@keyturn.test')
  if (!host) return
  const { rows: homes } = await sql<{ id: number }>`
    SELECT id FROM brokerage_listings WHERE agent_id = ${host.id} AND status IN ('active', 'coming_soon')
    ORDER BY listed_on NULLS LAST, id LIMIT ${HOMES}`.execute(db)
  const sunday = dayAfter(mondayOf(wallClock(now, region.zone).day), 6)
  for (const [place, { id }] of homes.entries()) {
    const past = await addOne(demo, { listing_id: id, host_agent_id: host.id, day: dayAfter(sunday, -7), place })
    await addVisitors(demo, { house_id: past, host_agent_id: host.id, place })
    await addOne(demo, { listing_id: id, host_agent_id: host.id, day: sunday, place })
  }
}

interface Planned {
  listing_id: number
  host_agent_id: number
  day: string
  place: number
}

async function addOne({ db, now, config }: Demo, { listing_id, host_agent_id, day, place }: Planned): Promise<number> {
  const { token_hash, sealed_token } = newLink({ config })
  const [from, to] = place % 2 === 0 ? ['14:00', '16:00'] : ['13:00', '15:00']
  const { rows } = await sql<{ id: number }>`
    INSERT INTO open_houses (listing_id, starts_at, ends_at, host_agent_id, token_hash, sealed_token, created_at, updated_at)
    VALUES (${listing_id}, ${instantAt(day, from ?? '', region.zone)}, ${instantAt(day, to ?? '', region.zone)}, ${host_agent_id},
      ${token_hash}, ${sealed_token}, ${now}, ${now}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Leads of the agent who came, minutes apart. */
async function addVisitors(
  { db, now }: Demo,
  { house_id, host_agent_id, place }: { house_id: number; host_agent_id: number; place: number },
): Promise<void> {
  const count = VISITORS[place] ?? 0
  const before = VISITORS.slice(0, place).reduce((sum, one) => sum + one, 0)
  await sql`
    WITH came AS (
      INSERT INTO open_house_visitors (open_house_id, sign_in_id, lead_id, name, has_agent, signed_at, created_at)
      SELECT h.id, gen_random_uuid(), l.id, trim(l.first_name || ' ' || l.last_name), l.place % 3 = 0,
        h.starts_at + l.place * interval '17 minutes', h.starts_at + l.place * interval '17 minutes'
      FROM open_houses h, (
        SELECT id, first_name, last_name, row_number() OVER (ORDER BY id)::int AS place FROM leads
        WHERE agent_id = ${host_agent_id} AND deleted_at IS NULL AND first_name <> '' AND created_at < ${now}::timestamptz - interval '20 days'
        ORDER BY id LIMIT ${count} OFFSET ${before}) l
      WHERE h.id = ${house_id}
      RETURNING open_house_id, lead_id, signed_at)
    INSERT INTO milestones (lead_id, milestone_type_id, model_type, model_id, value, description, happened_at)
    SELECT c.lead_id, ${milestoneType.progress}, ${OPEN_HOUSE_MODEL}, c.open_house_id, b.street_number || ' ' || b.street_name,
      'Signed in at the open house of ' || b.street_number || ' ' || b.street_name || '.', c.signed_at
    FROM came c JOIN open_houses h ON h.id = c.open_house_id JOIN brokerage_listings b ON b.id = h.listing_id`.execute(
    db,
  )
}
