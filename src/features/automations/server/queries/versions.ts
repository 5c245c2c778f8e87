import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import type { Definition } from '../../contract/definition.ts'
import type { AutomationVersion } from '../../contract/records.ts'
import { withTag } from '../../rules/references.ts'

/** A definition with its place among those of its automation. */
export interface StoredVersion {
  id: number
  number: number
  definition: Definition
}

/** The definition for runs that begin now. */
export async function latestVersion({ db }: QueryContext, automationId: number): Promise<StoredVersion> {
  const { rows } = await sql<StoredVersion>`
    SELECT id, number, definition FROM automation_versions WHERE automation_id = ${automationId}
    ORDER BY number DESC LIMIT 1`.execute(db)
  const [latest] = rows
  if (!latest) throw new Error(`The automation ${automationId} has no definition.`)
  return latest
}

/** Whether two definitions say the same; the database keeps the fields of one in another order. */
export const isSameDefinition = (one: Definition, other: Definition): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)))

/** Adds a version with the next number; answers its id. */
export async function insertVersion(ctx: Change, automationId: number, definition: Definition): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO automation_versions (automation_id, number, definition, saved_at, saved_by)
    SELECT ${automationId}, coalesce(max(number), 0) + 1, ${JSON.stringify(definition)}::jsonb, ${ctx.now},
      ${ctx.author?.user_id ?? null}::int
    FROM automation_versions WHERE automation_id = ${automationId} RETURNING id`.execute(ctx.db)
  const [added] = rows
  if (!added) throw new Error('A version that was added is missing.')
  return added.id
}

/** Has all runs of an automation go on by one version. */
export async function supersedeVersions(ctx: Change, automationId: number, by: number): Promise<void> {
  await sql`
    UPDATE automation_versions SET superseded_by = ${by} WHERE automation_id = ${automationId} AND id <> ${by}`.execute(
    ctx.db,
  )
}

/** Marks the definition that went through a dry run. */
export async function writeRehearsed(ctx: Change, automationId: number, versionId: number): Promise<void> {
  await sql`UPDATE automations SET rehearsed_version_id = ${versionId} WHERE id = ${automationId}`.execute(ctx.db)
}

/** The definitions that an automation has had, the newest first. */
export async function versionPage(
  { db }: QueryContext,
  automationId: number,
  asked: PageInput,
): Promise<Page<AutomationVersion>> {
  const { rows } = await sql<AutomationVersion & { id: number }>`
    SELECT v.id, v.number, v.definition, v.saved_at,
      (SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = v.saved_by) AS saved_by,
      (SELECT count(*)::int FROM automation_runs r JOIN automation_versions own ON own.id = r.version_id
       WHERE r.state IN ('running', 'waiting') AND coalesce(own.superseded_by, own.id) = v.id
         AND r.automation_id = v.automation_id) AS inside
    FROM automation_versions v WHERE v.automation_id = ${automationId} ORDER BY v.number DESC`.execute(db)
  return pageOfWhole(rows, { asked })
}

/** Has all definitions that name a tag name another one instead. */
export async function replaceTag({ db }: Change, from: number, into: number): Promise<void> {
  const { rows } = await sql<StoredVersion>`
    SELECT id, number, definition FROM automation_versions WHERE definition::text LIKE '%tag%' FOR UPDATE`.execute(db)
  for (const { id, definition } of rows) {
    const replaced = withTag(definition, from, into)
    if (!isSameDefinition(replaced, definition))
      await sql`UPDATE automation_versions SET definition = ${JSON.stringify(replaced)}::jsonb WHERE id = ${id}`.execute(
        db,
      )
  }
}
