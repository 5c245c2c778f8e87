import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import { foldArea } from '../../rules/values.ts'

const coarseness = { locality: 0, sublocality: 1, neighbourhood: 2 } as const

/** Areas by their compared names; a city wins over a neighbourhood of the same name, and any over one that was merged. */
export async function areasByName(ctx: QueryContext): Promise<Map<string, number>> {
  const { areas, merged } = await placesOf(ctx)
  const coarsestLast = [...areas.values()].sort((a, b) => coarseness[b.type] - coarseness[a.type])
  return new Map([
    ...merged.map(({ name, into }) => [foldArea(name), into] as const),
    ...coarsestLast.map(({ name, id }) => [foldArea(name), id] as const),
  ])
}

/** Active agents by e-mail address and by name, in lower case. */
export async function agentsByName({ db }: QueryContext): Promise<Map<string, number>> {
  const { rows } = await sql<Pick<Row<'agents'>, 'id'> & { email: string; name: string }>`
    SELECT a.id, lower(u.email) AS email, lower(trim(u.first_name || ' ' || u.last_name)) AS name
    FROM agents a JOIN users u ON u.id = a.user_id WHERE u.is_active ORDER BY a.id DESC`.execute(db)
  return new Map([...rows.map(row => [row.name, row.id] as const), ...rows.map(row => [row.email, row.id] as const)])
}

/** Users by e-mail address and by name, in lower case; those who left wrote notes, too. */
export async function usersByName({ db }: QueryContext): Promise<Map<string, number>> {
  const { rows } = await sql<Pick<Row<'users'>, 'id'> & { email: string; name: string }>`
    SELECT id, lower(email) AS email, lower(trim(first_name || ' ' || last_name)) AS name
    FROM users ORDER BY is_active, id DESC`.execute(db)
  return new Map([...rows.map(row => [row.name, row.id] as const), ...rows.map(row => [row.email, row.id] as const)])
}

/** Ids of default tags by name in lower case; those that are missing are made. */
export async function tagsByName({ db }: QueryContext, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const wanted = [...new Map(names.map(name => [name.toLowerCase(), name])).values()]
  await sql`
    INSERT INTO tags (name) SELECT wanted.name FROM unnest(${wanted}::text[]) AS wanted (name)
    WHERE NOT EXISTS (
      SELECT 1 FROM tags t WHERE t.agent_id IS NULL AND lower(t.name) = lower(wanted.name) AND t.deleted_at IS NULL)
    ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql<Pick<Row<'tags'>, 'id'> & { key: string }>`
    SELECT coalesce(merged_into, id) AS id, lower(name) AS key FROM tags
    WHERE agent_id IS NULL AND deleted_at IS NULL AND lower(name) = ANY(${wanted.map(name => name.toLowerCase())}::text[])`.execute(
    db,
  )
  return new Map(rows.map(row => [row.key, row.id]))
}
