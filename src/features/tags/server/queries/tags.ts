import { sql } from 'kysely'
import type { Change, QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import type { LeadTag } from '../../../leads/contract/record.ts'
import type { TagColour } from '../../rules.ts'

/** A tag as it is kept. */
export type StoredTag = Pick<
  Row<'tags'>,
  'id' | 'name' | 'agent_id' | 'colour' | 'deleted_at' | 'merged_into' | 'merged_at'
>

const columns = sql`id, name, agent_id, colour, deleted_at, merged_into, merged_at`
/** Tags that can be chosen: neither deleted nor on their way into another one. */
const live = sql`deleted_at IS NULL AND merged_into IS NULL`

/** Everybody's tags and one's own. */
const usableBy = (viewer: Viewer) => sql`(agent_id IS NULL OR agent_id = ${viewer.agent_id})`

/** A tag as answers show it. */
export const shownTag = ({ id, name, agent_id, colour }: StoredTag): LeadTag => ({
  id,
  name,
  permanent: agent_id === null,
  colour,
})

/** The default tags, and the viewer's own. */
export async function tagsFor(ctx: ReadContext): Promise<{ default: LeadTag[]; agent: LeadTag[] }> {
  const { rows } = await sql<StoredTag>`
    SELECT ${columns} FROM tags WHERE ${live} AND ${usableBy(ctx.viewer)} ORDER BY lower(name), id`.execute(ctx.db)
  const tags = rows.map(shownTag)
  return { default: tags.filter(tag => tag.permanent), agent: tags.filter(tag => !tag.permanent) }
}

/**
 * Those of the tags that can be put on leads, held until the commit so that nobody deletes or merges them meanwhile.
 * With a viewer, only the ones they may use.
 */
export async function holdTags(ctx: Change, ids: readonly number[], viewer: Viewer | null): Promise<StoredTag[]> {
  const { rows } = await sql<StoredTag>`
    SELECT ${columns} FROM tags WHERE id = ANY(${[...ids]}::int[]) AND ${live} AND ${viewer ? usableBy(viewer) : sql`true`}
    ORDER BY id FOR SHARE`.execute(ctx.db)
  return rows
}

/** Names of tags, also of those that are gone; with a viewer, only of those that are no secret to them. */
export async function tagNames(
  ctx: QueryContext,
  ids: readonly number[],
  viewer: Viewer | null = null,
): Promise<ReadonlyMap<number, string>> {
  const isOpen = viewer === null || viewer.rights.has('is_admin')
  const { rows } = await sql<Pick<Row<'tags'>, 'id' | 'name'>>`
    SELECT id, name FROM tags WHERE id = ANY(${[...ids]}::int[]) AND ${isOpen ? sql`true` : usableBy(viewer)}`.execute(
    ctx.db,
  )
  return new Map(rows.map(row => [row.id, row.name]))
}

/** Whether another tag is on its way into this one. */
export async function isMergeTarget(ctx: Change, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM tags WHERE merged_into = ${id} AND deleted_at IS NULL`.execute(ctx.db)
  return rows.length > 0
}

/** A tag locked for a change of its own, deleted or not; tags of others do not exist for those who may not change them. */
export async function lockTag(ctx: Change & { viewer: Viewer }, id: number): Promise<StoredTag> {
  const isAdmin = ctx.viewer.rights.has('is_admin')
  const { rows } = await sql<StoredTag>`
    SELECT ${columns} FROM tags WHERE id = ${id} AND ${isAdmin ? sql`true` : usableBy(ctx.viewer)}
    FOR NO KEY UPDATE`.execute(ctx.db)
  const [tag] = rows
  if (!tag) throw notFound('tag')
  return tag
}

/** Locks two tags in the order of their ids, so that two merges never wait for each other. */
export async function lockPair(ctx: Change, one: number, other: number): Promise<ReadonlyMap<number, StoredTag>> {
  const { rows } = await sql<StoredTag>`
    SELECT ${columns} FROM tags WHERE id = ANY(${[one, other]}::int[]) AND ${live} ORDER BY id FOR NO KEY UPDATE`.execute(
    ctx.db,
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** What a new tag is made from; `agent_id` is its owner. */
export interface NewTag {
  name: string
  agent_id: number | null
  colour: TagColour | null
}

/** The tag of this name that its owner can use: a default one first. */
async function tagNamed(ctx: Change, { name, agent_id }: NewTag): Promise<StoredTag | null> {
  const { rows } = await sql<StoredTag>`
    SELECT ${columns} FROM tags
    WHERE coalesce(agent_id, 0) IN (0, ${agent_id ?? 0}) AND lower(name) = lower(${name}) AND ${live}
    ORDER BY agent_id NULLS FIRST LIMIT 1 FOR SHARE`.execute(ctx.db)
  return rows[0] ?? null
}

/** Makes a tag, unless there is one of this name; of several who make it at once, one does and the others find it. */
export async function findOrMakeTag(ctx: Change, tag: NewTag): Promise<{ tag: StoredTag; isNew: boolean }> {
  const known = await tagNamed(ctx, tag)
  if (known) return { tag: known, isNew: false }
  const { rows } = await sql<StoredTag>`
    INSERT INTO tags (name, agent_id, colour, created_by, created_at)
    VALUES (${tag.name}, ${tag.agent_id}, ${tag.colour}, ${ctx.author?.user_id ?? null}, ${ctx.now})
    ON CONFLICT (coalesce(agent_id, 0), lower(name)) WHERE deleted_at IS NULL DO NOTHING RETURNING ${columns}`.execute(
    ctx.db,
  )
  if (rows[0]) return { tag: rows[0], isNew: true }
  const other = await tagNamed(ctx, tag)
  if (!other) throw conflict(`The tag “${tag.name}” is being merged into another one. Try again in a moment.`)
  return { tag: other, isNew: false }
}

const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'

/** Writes columns of a tag; refuses a name that its owner has already. */
export async function writeTag(ctx: Change, { id }: { id: number }, tag: Omit<StoredTag, 'id'>): Promise<StoredTag> {
  try {
    const { rows } = await sql<StoredTag>`
      UPDATE tags SET name = ${tag.name}, agent_id = ${tag.agent_id}, colour = ${tag.colour},
        deleted_at = ${tag.deleted_at}, merged_into = ${tag.merged_into}, merged_at = ${tag.merged_at}
      WHERE id = ${id} RETURNING ${columns}`.execute(ctx.db)
    if (!rows[0]) throw notFound('tag')
    return rows[0]
  } catch (error) {
    if (isTaken(error)) throw conflict(`There is a tag “${tag.name}” already.`)
    throw error
  }
}

/** A tag by its id, locked, for work in the background; `null` when there is none. */
export async function lockAnyTag(ctx: Change, id: number): Promise<StoredTag | null> {
  const { rows } = await sql<StoredTag>`SELECT ${columns} FROM tags WHERE id = ${id} FOR NO KEY UPDATE`.execute(ctx.db)
  return rows[0] ?? null
}
