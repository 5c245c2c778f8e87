import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Definition } from '../../contract/definition.ts'
import { type KnownRecords, namedRecords } from '../../rules/references.ts'

export type References = KnownRecords

/** The records that definitions name and that are still there, with their names. */
export async function referencesOf({ db }: QueryContext, definitions: readonly Definition[]): Promise<References> {
  const { tags, campaigns, templates, agents, teams } = namedRecords(definitions)
  const { rows } = await sql<{ kind: keyof References; id: number; name: string }>`
    SELECT 'tags' AS kind, id, name FROM tags WHERE id = ANY(${tags}::int[]) AND deleted_at IS NULL AND merged_into IS NULL
    UNION ALL SELECT 'campaigns', id, name FROM campaigns
      WHERE id = ANY(${campaigns}::int[]) AND deleted_at IS NULL AND state = 'on'
    UNION ALL SELECT CASE platform WHEN 'email' THEN 'emails' ELSE 'texts' END, id, name FROM templates
      WHERE id = ANY(${templates}::int[]) AND deleted_at IS NULL
    UNION ALL SELECT 'agents', g.id, trim(u.first_name || ' ' || u.last_name) FROM agents g JOIN users u ON u.id = g.user_id
      WHERE g.id = ANY(${agents}::int[]) AND u.is_active
    UNION ALL SELECT 'teams', id, name FROM teams WHERE id = ANY(${teams}::int[])`.execute(db)
  const known = (kind: keyof References) =>
    new Map(rows.flatMap(row => (row.kind === kind ? [[row.id, row.name] as const] : [])))
  return {
    tags: known('tags'),
    campaigns: known('campaigns'),
    emails: known('emails'),
    texts: known('texts'),
    agents: known('agents'),
    teams: known('teams'),
  }
}
