import { type Kysely, sql } from 'kysely'
import type { AreaRow, NewAgent } from '../../features/leads/demo/brokerage.ts'
import { demoSites, demoTags, demoTeams, ownTags } from '../../features/leads/demo/brokerage.ts'
import type { LeadColumns } from '../../features/leads/demo/lead.ts'
import type { MilestoneColumns } from '../../features/milestones/demo/history.ts'
import { municipalities } from '../../features/settings/demo/places.ts'

type Db = Kysely<unknown>

/** Any number that only the demo uses: two processes that start at once take turns. */
const DEMO_LOCK = 7_420_031

/** The fill says once that it is done, in its own transaction. */
const MARKER = 'demo.seeded'

/** Waits until no other process fills the demo; held to the end of the transaction. */
export async function takeDemoLock(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK})`.execute(db)
  // A million rows take longer than any request may, and indexes are built faster with room.
  await sql`SET LOCAL statement_timeout = 0`.execute(db)
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(db)
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db)
  await sql`SET LOCAL synchronous_commit = off`.execute(db)
}

/** What the marker says, when the demo was filled before. */
export async function demoMarker(db: Db): Promise<{ leads: number; seed: number } | null> {
  const { rows } = await sql<{ value: { leads: number; seed: number } }>`
    SELECT value FROM settings WHERE key = ${MARKER}`.execute(db)
  return rows[0]?.value ?? null
}

/** Remembers what was filled. */
export async function markDemo(db: Db, leads: number, seed: number): Promise<void> {
  await sql`
    INSERT INTO settings (key, value) VALUES (${MARKER}, ${JSON.stringify({ leads, seed })}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`.execute(db)
}

/** Whether anybody has put leads into the database. */
export async function hasLeads(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`SELECT EXISTS (SELECT 1 FROM leads) AS found`.execute(db)
  return rows[0]?.found ?? false
}

/** The tree of places, made where missing. */
export async function ensureAreas(db: Db): Promise<AreaRow[]> {
  for (const { name, districts } of municipalities) {
    const locality = await ensureArea(db, 'locality', name, null)
    for (const district of districts) {
      const sublocality = await ensureArea(db, 'sublocality', district.name, locality)
      await sql`
        INSERT INTO areas (type, name, parent_id)
        SELECT 'neighbourhood', unnest(${[...district.neighbourhoods]}::text[]), ${sublocality}
        ON CONFLICT DO NOTHING`.execute(db)
    }
  }
  return (await sql<AreaRow>`SELECT id, type, name, parent_id FROM areas`.execute(db)).rows
}

async function ensureArea(db: Db, type: string, name: string, parent: number | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO areas (type, name, parent_id) VALUES (${type}, ${name}, ${parent}::int)
    ON CONFLICT (type, name, parent_id) DO UPDATE SET name = excluded.name RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** The websites, in the order of `demoSites`. */
export async function ensureSites(db: Db): Promise<number[]> {
  const ids = await Promise.all(
    demoSites.map(({ name, domain }) =>
      sql<{ id: number }>`
        INSERT INTO sites (name, domain) VALUES (${name}, ${domain})
        ON CONFLICT (name) DO UPDATE SET domain = excluded.domain RETURNING id`.execute(db),
    ),
  )
  return ids.map(({ rows }) => rows[0]?.id ?? 0)
}

/** The tags of everybody, in the order of `demoTags`. */
export async function ensureTags(db: Db): Promise<number[]> {
  const names = demoTags.map(tag => tag.name)
  const colours = demoTags.map(tag => ('colour' in tag ? tag.colour : null))
  await sql`
    INSERT INTO tags (name, colour) SELECT * FROM unnest(${names}::text[], ${colours}::text[]) ON CONFLICT DO NOTHING`.execute(
    db,
  )
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM tags WHERE agent_id IS NULL AND name = ANY(${names}::text[])`.execute(db)
  return names.map(name => rows.find(row => row.name === name)?.id ?? 0)
}

/** Tags that the agents keep for themselves. */
export async function ensureOwnTags(db: Db): Promise<void> {
  await sql`
    INSERT INTO tags (name, agent_id)
    SELECT name, agents.id FROM unnest(${[...ownTags]}::text[]) WITH ORDINALITY AS own (name, place), agents
    WHERE (agents.id + place) % 3 = 0
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Adds a colleague, with role and agent record; answers nothing when the address is taken. */
export async function ensureColleague(db: Db, agent: NewAgent, siteIds: readonly number[], now: Date): Promise<void> {
  const joined = new Date(now.getTime() - agent.joined_days_ago * 86_400_000).toISOString()
  const sites = agent.site_indexes.map(index => siteIds[index] ?? 0)
  await sql`
    WITH person AS (
      INSERT INTO users (email, first_name, last_name, phone, created_at, updated_at)
      VALUES (${agent.email}, ${agent.first_name}, ${agent.last_name}, ${agent.phone}, ${joined}, ${joined})
      ON CONFLICT (lower(email)) DO NOTHING RETURNING id
    ), role AS (
      INSERT INTO user_roles (user_id, role) SELECT id, 'agent' FROM person
    )
    INSERT INTO agents (user_id, lead_types, site_ids)
    SELECT id, ${agent.lead_types}::text[], ${sites}::int[] FROM person`.execute(db)
}

/** Puts an agent into a team, unless they are in one. */
export async function joinTeam(db: Db, email: string, teamId: number): Promise<void> {
  await sql`
    INSERT INTO team_members (team_id, agent_id)
    SELECT ${teamId}, agents.id FROM agents JOIN users ON users.id = agents.user_id WHERE users.email = ${email}
    ON CONFLICT DO NOTHING`.execute(db)
}

/** The teams by their place in `demoTeams`; the demo account that leads one keeps its team as the first. */
export async function ensureTeams(db: Db): Promise<number[]> {
  const led = await sql<{ id: number }>`
    SELECT teams.id FROM teams JOIN agents ON agents.id = teams.lead_agent_id JOIN users ON users.id = agents.user_id
    WHERE users.email = 'teamlead@keyturn.test' LIMIT 1`.execute(db)
  const ids = led.rows.map(row => row.id)
  for (const name of demoTeams.slice(ids.length)) {
    const { rows } = await sql<{ id: number }>`
      WITH known AS (SELECT id FROM teams WHERE name = ${name}),
      made AS (INSERT INTO teams (name) SELECT ${name}::text WHERE NOT EXISTS (SELECT FROM known) RETURNING id)
      SELECT id FROM known UNION ALL SELECT id FROM made`.execute(db)
    ids.push(rows[0]?.id ?? 0)
  }
  return ids
}

/** A team without somebody who leads it gets its longest-serving member. */
export async function chooseTeamLeads(db: Db): Promise<void> {
  await sql`
    UPDATE teams SET lead_agent_id = (
      SELECT agents.id FROM team_members JOIN agents ON agents.id = team_members.agent_id
      JOIN users ON users.id = agents.user_id
      WHERE team_members.team_id = teams.id ORDER BY users.created_at, agents.id LIMIT 1)
    WHERE lead_agent_id IS NULL`.execute(db)
}

/** Makes somebody the recruiter, who takes over the leads that are not for agents; one who was chosen stays. */
export async function chooseRecruiter(db: Db, email: string): Promise<void> {
  await sql`
    INSERT INTO settings (key, value) SELECT 'recruiter', to_jsonb(id) FROM users WHERE email = ${email}
    ON CONFLICT (key) DO NOTHING`.execute(db)
}

/** Gives agents without areas a few that belong together, and agents without sites all of them. */
export async function spreadAreas(db: Db): Promise<void> {
  await sql`
    UPDATE agents SET area_ids = (
      SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM (
        SELECT id FROM areas WHERE type = 'sublocality' ORDER BY (id + agents.id * 7) % 61, id LIMIT 4) AS near)
    WHERE area_ids = '{}'`.execute(db)
  await sql`
    UPDATE agents SET site_ids = (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM sites) WHERE site_ids = '{}'`.execute(
    db,
  )
}

/** Everybody with an agent record, the longest there first. */
export async function agentsOfDemo(
  db: Db,
): Promise<{ id: number; user_id: number; email: string; name: string; tag_ids: number[] }[]> {
  const { rows } = await sql<{ id: number; user_id: number; email: string; name: string; tag_ids: number[] }>`
    SELECT agents.id, users.id AS user_id, users.email, trim(users.first_name || ' ' || users.last_name) AS name,
      coalesce((SELECT array_agg(tags.id ORDER BY tags.id) FROM tags WHERE tags.agent_id = agents.id), '{}') AS tag_ids
    FROM agents JOIN users ON users.id = agents.user_id WHERE users.is_active ORDER BY agents.id`.execute(db)
  return rows
}

/** How many leads there are. */
export async function numberOfLeads(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM leads`.execute(db)
  return rows[0]?.count ?? 0
}

/** Keeps `count` numbers of leads for the caller; answers the first. */
export async function reserveLeadIds(db: Db, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    WITH newest AS (SELECT greatest(coalesce(max(id), 0), nextval(pg_get_serial_sequence('leads', 'id')) - 1) AS id FROM leads),
    moved AS (SELECT setval(pg_get_serial_sequence('leads', 'id'), (SELECT id FROM newest) + ${count}::int))
    SELECT (SELECT id FROM newest) + 1 AS first FROM moved`.execute(db)
  return rows[0]?.first ?? 1
}

/** What is written in one piece. */
export interface Batch {
  leads: LeadColumns[]
  milestones: MilestoneColumns[]
}

/** Writes leads with their tags, areas and timelines. */
export async function insertBatch(db: Db, { leads, milestones }: Batch): Promise<void> {
  await insertRecords(db, 'leads', leads)
  const ids = leads.map(lead => lead.id)
  await sql`
    INSERT INTO lead_tags (lead_id, tag_id, added_at)
    SELECT leads.id, tag_id, coalesce(claimed_at, created_at) FROM leads, unnest(tag_ids) AS tag_id
    WHERE leads.id BETWEEN ${ids[0]} AND ${ids.at(-1)}`.execute(db)
  await sql`
    INSERT INTO lead_areas (lead_id, area_id, position)
    SELECT leads.id, area_id, place - 1 FROM leads, unnest(area_ids) WITH ORDINALITY AS chosen (area_id, place)
    WHERE leads.id BETWEEN ${ids[0]} AND ${ids.at(-1)}`.execute(db)
  await insertRecords(db, 'milestones', milestones)
}

/** One statement, one parameter: the columns are the keys of the first record. */
async function insertRecords(db: Db, table: string, records: readonly object[]): Promise<void> {
  const [first] = records
  if (!first) return
  const columns = sql.join(Object.keys(first).map(column => sql.ref(column)))
  await sql`
    INSERT INTO ${sql.table(table)} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(records)}::json)`.execute(
    db,
  )
}

const filled = ['leads', 'lead_tags', 'lead_areas', 'milestones']

interface Definition {
  name: string
  table: string
  definition: string
}

/**
 * Takes the indexes and references off the tables that are filled, and answers what puts them back: for many rows building
 * them at the end is several times faster. All in the caller's transaction, so nobody ever sees the tables without them.
 */
export async function takeIndexesOff(db: Db): Promise<() => Promise<void>> {
  const { rows: references } = await sql<Definition>`
    SELECT conname AS name, conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY(${filled}::regclass[])`.execute(db)
  const { rows: indexes } = await sql<Definition>`
    SELECT indexrelid::regclass::text AS name, indrelid::regclass::text AS table, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index WHERE indrelid = ANY(${filled}::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`.execute(db)
  for (const { name, table } of references) {
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(db)
  }
  for (const { name } of indexes) await sql`DROP INDEX ${sql.table(name)}`.execute(db)
  return async () => {
    for (const { definition } of indexes) await sql.raw(definition).execute(db)
    for (const { name, table, definition } of references) {
      await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
    }
  }
}

/** Lets the planner know what the tables hold now. Outside of any transaction. */
export async function tidyUp(db: Db): Promise<void> {
  await db.connection().execute(async connection => {
    await sql`SET statement_timeout = 0`.execute(connection)
    try {
      for (const table of [...filled, 'areas', 'tags', 'users', 'agents']) {
        await sql`VACUUM (ANALYZE) ${sql.table(table)}`.execute(connection)
      }
    } finally {
      await sql`RESET statement_timeout`.execute(connection)
    }
  })
}
