import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { Condition } from '../../../leads/server/queries/filters.ts'
import type { CountedTag } from '../../contract.ts'

type CountedTagRow = RowAs<'tags', CountedTag>

/*
 * `lead_tags` says who put a tag on a lead and when; `leads.tag_ids` is what lists filter by. They are written here, both in
 * one statement, and the leads are locked first, in the order of their ids, so that two batches never wait for each other.
 */

/** One tag that came to a lead, or went. */
export type LeadTagChange = Pick<Row<'lead_tags'>, 'lead_id' | 'tag_id'> & Pick<Row<'leads'>, 'agent_id'>

/** Locks leads; answers those that exist. */
async function lockLeads(ctx: Change, ids: readonly number[], alsoDeleted = false): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    SELECT id FROM leads WHERE id = ANY(${[...ids]}::int[]) AND ${alsoDeleted ? sql`true` : sql`deleted_at IS NULL`}
    ORDER BY id FOR UPDATE`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Puts tags on leads; answers what is new. */
export async function addTags(
  ctx: Change,
  leads: readonly number[],
  tags: readonly number[],
): Promise<LeadTagChange[]> {
  const locked = await lockLeads(ctx, leads)
  const { rows } = await sql<LeadTagChange>`
    WITH added AS (
      INSERT INTO lead_tags (lead_id, tag_id, added_by, added_at)
      SELECT lead_id, tag_id, ${ctx.author?.user_id ?? null}::int, ${ctx.now}::timestamptz
      FROM unnest(${locked}::int[]) AS lead_id, unnest(${[...new Set(tags)]}::int[]) AS tag_id
      ON CONFLICT DO NOTHING RETURNING lead_id, tag_id),
    moved AS (
      UPDATE leads SET tag_ids = leads.tag_ids || new.tags, updated_at = ${ctx.now}
      FROM (SELECT lead_id, array_agg(tag_id ORDER BY tag_id) AS tags FROM added GROUP BY lead_id) new
      WHERE leads.id = new.lead_id RETURNING leads.id, leads.agent_id)
    SELECT added.lead_id, moved.agent_id, added.tag_id FROM added JOIN moved ON moved.id = added.lead_id
    ORDER BY added.lead_id, added.tag_id`.execute(ctx.db)
  return rows
}

/** Takes tags from leads; answers what is gone. With `addedAt`, only tags that came at exactly that moment. */
export async function removeTags(
  ctx: Change,
  leads: readonly number[],
  tags: readonly number[],
  addedAt: string | null = null,
): Promise<LeadTagChange[]> {
  const locked = await lockLeads(ctx, leads)
  const { rows } = await sql<LeadTagChange>`
    WITH gone AS (
      DELETE FROM lead_tags WHERE lead_id = ANY(${locked}::int[]) AND tag_id = ANY(${[...tags]}::int[])
        AND ${addedAt === null ? sql`true` : sql`added_at = ${addedAt}::timestamptz`} RETURNING lead_id, tag_id),
    moved AS (
      UPDATE leads SET updated_at = ${ctx.now}, tag_ids = ARRAY(
          SELECT tag FROM unnest(leads.tag_ids) WITH ORDINALITY AS kept (tag, place)
          WHERE NOT tag = ANY(old.tags) ORDER BY place)
      FROM (SELECT lead_id, array_agg(tag_id) AS tags FROM gone GROUP BY lead_id) old
      WHERE leads.id = old.lead_id RETURNING leads.id, leads.agent_id)
    SELECT gone.lead_id, moved.agent_id, gone.tag_id FROM gone JOIN moved ON moved.id = gone.lead_id
    ORDER BY gone.lead_id, gone.tag_id`.execute(ctx.db)
  return rows
}

/** Leads of a tag, those that are deleted too, in the order of their ids. */
async function someLeadsOf(ctx: Change, tag: number, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'lead_tags'>, 'lead_id'>>`
    SELECT lead_id FROM lead_tags WHERE tag_id = ${tag} ORDER BY lead_id LIMIT ${limit}`.execute(ctx.db)
  return rows.map(row => row.lead_id)
}

/** Moves at most so many leads from one tag to another, keeping who put it there and when; answers how many moved. */
export async function moveSome(ctx: Change, from: number, into: number, limit: number): Promise<number> {
  const ids = await lockLeads(ctx, await someLeadsOf(ctx, from, limit), true)
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    WITH gone AS (
      DELETE FROM lead_tags WHERE tag_id = ${from} AND lead_id = ANY(${ids}::int[]) RETURNING lead_id, added_by, added_at),
    put AS (
      INSERT INTO lead_tags (lead_id, tag_id, added_by, added_at) SELECT lead_id, ${into}::int, added_by, added_at FROM gone
      ON CONFLICT DO NOTHING)
    UPDATE leads SET updated_at = ${ctx.now}, tag_ids = CASE
      WHEN ${into}::int = ANY(tag_ids) THEN array_remove(tag_ids, ${from}::int)
      ELSE array_replace(tag_ids, ${from}::int, ${into}::int) END
    FROM gone WHERE leads.id = gone.lead_id RETURNING leads.id`.execute(ctx.db)
  return rows.length
}

/** Takes a tag that is gone from at most so many leads; answers from how many. */
export async function purgeSome(ctx: Change, tag: number, limit: number): Promise<number> {
  const ids = await lockLeads(ctx, await someLeadsOf(ctx, tag, limit), true)
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    WITH gone AS (DELETE FROM lead_tags WHERE tag_id = ${tag} AND lead_id = ANY(${ids}::int[]) RETURNING lead_id)
    UPDATE leads SET tag_ids = array_remove(tag_ids, ${tag}::int), updated_at = ${ctx.now}
    FROM gone WHERE leads.id = gone.lead_id RETURNING leads.id`.execute(ctx.db)
  return rows.length
}

/** The tags that leads of a selection have, with how many have each, and how many leads there are. */
export async function tagsOfSelection(
  ctx: QueryContext,
  where: Condition,
): Promise<{ tags: CountedTag[]; total: number }> {
  const [tags, counted] = await Promise.all([
    sql<CountedTagRow>`
      SELECT t.id, t.name, t.agent_id IS NULL AS permanent, t.colour, counted.leads
      FROM (SELECT tag_id, count(*)::int AS leads FROM (SELECT unnest(tag_ids) AS tag_id FROM leads WHERE ${where}) tagged
            GROUP BY tag_id) counted
      JOIN tags t ON t.id = counted.tag_id WHERE t.deleted_at IS NULL ORDER BY lower(t.name), t.id`.execute(ctx.db),
    sql<{ total: number }>`SELECT count(*)::int AS total FROM leads WHERE ${where}`.execute(ctx.db),
  ])
  return { tags: tags.rows, total: counted.rows[0]?.total ?? 0 }
}

/** The tags that some of the leads have, with how many have each. */
export async function tagsOfLeads(ctx: QueryContext, leads: readonly number[]): Promise<CountedTag[]> {
  const { rows } = await sql<CountedTagRow>`
    SELECT t.id, t.name, t.agent_id IS NULL AS permanent, t.colour, counted.leads
    FROM (SELECT tag_id, count(*)::int AS leads FROM lead_tags WHERE lead_id = ANY(${[...leads]}::int[]) GROUP BY tag_id) counted
    JOIN tags t ON t.id = counted.tag_id WHERE t.deleted_at IS NULL ORDER BY lower(t.name), t.id`.execute(ctx.db)
  return rows
}
