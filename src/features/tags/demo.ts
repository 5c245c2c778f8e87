import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'
import { type Random, type WeightTable, weights } from '../../platform/demo/random.ts'
import type { Db } from '../../platform/server/database/database.ts'
import type { Row } from '../../platform/server/database/rows.ts'

/** The tags that everybody has, with how often they are used. */
const demoTags = [
  { name: 'Pre-approved', weight: 20, colour: 'green' },
  { name: 'First home', weight: 18, colour: 'blue' },
  { name: 'Move by spring', weight: 9, colour: 'amber' },
  { name: 'Parking', weight: 9 },
  { name: 'Dog owner', weight: 8 },
  { name: 'Condo only', weight: 8 },
  { name: 'Detached only', weight: 7 },
  { name: 'Newcomer', weight: 7, colour: 'indigo' },
  { name: 'Investor', weight: 6, colour: 'violet' },
  { name: 'Relocating', weight: 5 },
  { name: 'Downsizing', weight: 5 },
  { name: 'School district', weight: 5 },
  { name: 'Waterfront', weight: 4, colour: 'cyan' },
  { name: 'Open house', weight: 4 },
  { name: 'Long term', weight: 4 },
  { name: 'Lease ends soon', weight: 3, colour: 'orange' },
  { name: 'Cash buyer', weight: 2, colour: 'moss' },
  { name: 'VIP', weight: 1, colour: 'pink' },
] as const

/** Tags that agents keep for themselves. */
const ownTags = ['Call Sunday', 'Hot list', 'Met in person', 'Friend of a friend'] as const

const tagCounts = weights([
  [0, 38],
  [1, 30],
  [2, 19],
  [3, 9],
  [5, 4],
])

/** The tags that a lead of the demo carries: those of everybody, and some that its agent keeps. */
export function drawTags(random: Random, everybodys: WeightTable<number>, own: readonly number[]): number[] {
  const count = random.weighted(tagCounts)
  const chosen = Array.from({ length: count }, () =>
    own.length > 0 && random.happens(0.15) ? random.pick(own) : random.weighted(everybodys),
  )
  return [...new Set(chosen)]
}

/** Tags, and who carries them. */
export const demo: DemoPart = {
  async prepare({ db }) {
    await ensureTags(db)
    await ensureOwnTags(db)
  },
  async withLeads({ db }) {
    const tags = await tagIds(db)
    const everybodys = weights(tags.map((id, index) => [id, demoTags[index]?.weight ?? 1] as const))
    const own = await ownTagsOf(db)
    return {
      tables: ['lead_tags'],
      tagsOf: (random, agent) => drawTags(random, everybodys, own.get(agent?.id ?? 0) ?? []),
      write: leads => tagLeads(db, leads[0]?.columns.id, leads.at(-1)?.columns.id),
    }
  },
}

async function tagLeads(db: Db, first = 0, last = 0): Promise<void> {
  await sql`
    INSERT INTO lead_tags (lead_id, tag_id, added_at)
    SELECT leads.id, tag_id, coalesce(claimed_at, created_at) FROM leads, unnest(tag_ids) AS tag_id
    WHERE leads.id BETWEEN ${first} AND ${last}`.execute(db)
}

async function ensureTags(db: Db): Promise<void> {
  const names = demoTags.map(tag => tag.name)
  const colours = demoTags.map(tag => ('colour' in tag ? tag.colour : null))
  await sql`
    INSERT INTO tags (name, colour) SELECT * FROM unnest(${names}::text[], ${colours}::text[]) ON CONFLICT DO NOTHING`.execute(
    db,
  )
}

/** The tags of everybody, in the order of `demoTags`. */
async function tagIds(db: Db): Promise<number[]> {
  const { rows } = await sql<
    Pick<Row<'tags'>, 'id' | 'name'>
  >`SELECT id, name FROM tags WHERE agent_id IS NULL`.execute(db)
  return demoTags.map(tag => rows.find(row => row.name === tag.name)?.id ?? 0)
}

/** The tags that agents keep for themselves, by agent. */
async function ownTagsOf(db: Db): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ agent_id: NonNullable<Row<'tags'>['agent_id']>; tag_ids: number[] }>`
    SELECT agent_id, array_agg(id ORDER BY id) AS tag_ids FROM tags WHERE agent_id IS NOT NULL GROUP BY 1`.execute(db)
  return new Map(rows.map(({ agent_id, tag_ids }) => [agent_id, tag_ids]))
}

/** Tags that the agents keep for themselves. */
async function ensureOwnTags(db: Db): Promise<void> {
  await sql`
    INSERT INTO tags (name, agent_id)
    SELECT name, agents.id FROM unnest(${[...ownTags]}::text[]) WITH ORDINALITY AS own (name, place), agents
    WHERE (agents.id + place) % 3 = 0
    ON CONFLICT DO NOTHING`.execute(db)
}
