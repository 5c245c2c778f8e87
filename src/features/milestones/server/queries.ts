import { sql } from 'kysely'
import { stringify } from 'qs'
import { z } from 'zod'
import { ONE_PLAN } from '../../../platform/server/connection.ts'
import type { Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import { invalid, notFound } from '../../../platform/server/errors.ts'
import { escapeLike } from '../../../platform/server/like.ts'
import { DEFAULT_PER_PAGE, EXACT_TOTAL_LIMIT, type Page } from '../../../platform/wire/page.ts'
import { visibleLeads } from '../../leads/server/queries/leads.ts'
import { type Milestone, milestoneColumns } from '../contract.ts'
import { isEmail, isListingAlert, isViewing, isViewingRequest } from '../rules.ts'

type Stored = z.output<z.ZodObject<typeof milestoneColumns>> & {
  author_name: string | null
  possessed_name: string | null
  detail: { offerSubmission?: Milestone['offerSubmission']; opportunity?: Milestone['opportunity'] } | null
}

const columns = sql.join(Object.keys(milestoneColumns).map(name => sql.ref(`m.${name}`)))
const names = sql`
  u.first_name || ' ' || u.last_name AS author_name, b.first_name || ' ' || b.last_name AS possessed_name, m.detail`
const author = sql`LEFT JOIN users u ON u.id = m.author_user_id LEFT JOIN users b ON b.id = m.on_behalf_of`

function milestoneOf({ author_name, possessed_name, detail, ...stored }: Stored): Milestone {
  return {
    ...stored,
    date: stored.happened_at,
    offerSubmission: detail?.offerSubmission ?? null,
    opportunity: detail?.opportunity ?? null,
    author: personOf(stored.author_user_id, author_name),
    possessed: personOf(stored.on_behalf_of, possessed_name),
    is_viewing: isViewing(stored),
    is_listing_alert: isListingAlert(stored),
    is_viewing_request: isViewingRequest(stored),
    is_email: isEmail(stored),
  }
}

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

const Cursor = z.tuple([z.iso.datetime(), z.int(), z.int(), z.int()])

function readCursor(text: string) {
  try {
    const [at, id, page, total] = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { at, id, page, total }
  } catch {
    throw invalid({ cursor: ['cursor is not one that this list gave out.'] })
  }
}

/** What of a timeline is asked for. */
export interface TimelineInput {
  page?: number | undefined
  perPage?: number | undefined
  cursor?: string | undefined
  types: readonly number[]
  search: string
}

const matching = (leadId: number, { types, search }: { types: readonly number[]; search: string }) => sql`
  m.lead_id = ${leadId} AND m.deleted_at IS NULL
  ${types.length > 0 ? sql`AND m.milestone_type_id = ANY(${[...types]}::smallint[])` : sql``}
  ${search ? sql`AND concat_ws(' ', m.description, m.value) ILIKE ${`%${escapeLike(search)}%`}` : sql``}`

/** Which milestones of a lead are wanted: those before one, newest first. An empty `types` means every type. */
export interface WantedMilestones {
  types: readonly number[]
  search: string
  before: { at: string; id: number } | null
  limit: number
  offset?: number
}

/** Milestones of a lead that the caller has checked, newest first. */
export async function milestonesBefore(
  ctx: QueryContext,
  leadId: number,
  { before, limit, offset = 0, ...wanted }: WantedMilestones,
): Promise<Milestone[]> {
  const from = before ? sql`AND (m.happened_at, m.id) < (${before.at}::timestamptz, ${before.id})` : sql``
  const { rows } = await sql<Stored>`${sql.raw(ONE_PLAN)}
    SELECT ${columns}, ${names} FROM milestones m ${author} WHERE ${matching(leadId, wanted)} ${from}
    ORDER BY m.happened_at DESC, m.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  return rows.map(milestoneOf)
}

/** A page of a lead's timeline, newest first. */
export async function milestonesOf(ctx: QueryContext, leadId: number, input: TimelineInput): Promise<Page<Milestone>> {
  const { page = 1, perPage = DEFAULT_PER_PAGE, types, search } = input
  const after = input.cursor ? readCursor(input.cursor) : null
  const offset = after ? 0 : (page - 1) * perPage
  const where = matching(leadId, { types, search })
  const found = await milestonesBefore(ctx, leadId, { types, search, before: after, limit: perPage + 1, offset })
  const data = found.slice(0, perPage)
  const more = found.length > perPage
  const current = after ? after.page + 1 : page
  const total = after?.total ?? (more || data.length === 0 ? await countMilestones(ctx, where) : offset + data.length)
  const last = data.at(-1)
  const cursor = last ? [last.happened_at, last.id, current, total] : []
  return {
    data,
    current_page: current,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
    total_is_estimate: total > EXACT_TOTAL_LIMIT,
    next_page_url: more ? nextPageUrl(leadId, { types, search }, { page: current + 1, perPage }) : null,
    next_cursor: more ? Buffer.from(JSON.stringify(cursor)).toString('base64url') : null,
  }
}

/** The address of the next page, under the same filter and search. */
function nextPageUrl(
  leadId: number,
  { types, search }: Pick<TimelineInput, 'types' | 'search'>,
  paging: { page: number; perPage: number },
): string {
  const asked = { ...paging, ...(types.length > 0 ? { filter: types } : {}), ...(search ? { search } : {}) }
  return `/crm/lead/${leadId}/milestones?${stringify(asked)}`
}

async function countMilestones(ctx: QueryContext, where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM milestones m WHERE ${where} LIMIT ${EXACT_TOTAL_LIMIT + 1}) counted`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** One milestone as the timeline shows it. */
export async function milestoneById(ctx: QueryContext, id: number): Promise<Milestone | null> {
  const { rows } = await sql<Stored>`
    SELECT ${columns}, ${names} FROM milestones m ${author} WHERE m.id = ${id}`.execute(ctx.db)
  return rows[0] ? milestoneOf(rows[0]) : null
}

interface FoundMilestone {
  milestone: Milestone
  agent_id: number | null
  deleted_at: string | null
}

/** A milestone on a lead that the viewer reaches, locked; refused like one that does not exist otherwise. */
export async function lockMilestone(
  ctx: Change & { viewer: Viewer },
  id: number,
  state: 'kept' | 'deleted',
): Promise<FoundMilestone> {
  const { rows } = await sql<Stored & { agent_id: number | null; deleted_at: string | null }>`
    SELECT ${columns}, ${names}, l.agent_id, m.deleted_at FROM milestones m ${author}
    JOIN (SELECT id, agent_id FROM leads WHERE ${visibleLeads(ctx)}) l ON l.id = m.lead_id
    WHERE m.id = ${id} AND m.deleted_at IS ${state === 'kept' ? sql`NULL` : sql`NOT NULL`}
    FOR UPDATE OF m`.execute(ctx.db)
  if (!rows[0]) throw notFound('milestone')
  const { agent_id, deleted_at, ...stored } = rows[0]
  return { milestone: milestoneOf(stored), agent_id, deleted_at }
}

/** Writes what a person corrected. */
export async function writeMilestone(
  ctx: Change,
  id: number,
  { type, option, date, description }: { type: number; option: number | null; date: string; description: string },
): Promise<void> {
  await sql`
    UPDATE milestones SET milestone_type_id = ${type}, milestone_option_id = ${option}, happened_at = ${date},
      description = ${description}, updated_at = ${ctx.now}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** Writes what a milestone of the product says. */
export async function writeWords(
  ctx: Change,
  id: number,
  { description, detail }: { description: string; detail: object | null },
): Promise<void> {
  await sql`
    UPDATE milestones SET description = ${description}, detail = ${detail === null ? null : JSON.stringify(detail)}::jsonb,
      updated_at = ${ctx.now}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** Marks a milestone as deleted, or brings it back. */
export async function writeDeletion(ctx: Change, id: number, deleted_at: Date | null): Promise<void> {
  await sql`UPDATE milestones SET deleted_at = ${deleted_at}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** When somebody was last in touch with a lead, by what stands on its timeline. */
export async function newestContact(
  ctx: QueryContext,
  leadId: number,
  types: readonly number[],
): Promise<string | null> {
  const { rows } = await sql<{ happened_at: string }>`
    SELECT happened_at FROM milestones
    WHERE lead_id = ${leadId} AND deleted_at IS NULL AND milestone_type_id = ANY(${[...types]}::smallint[])
    ORDER BY happened_at DESC LIMIT 1`.execute(ctx.db)
  return rows[0]?.happened_at ?? null
}

/** Forgets milestones that were deleted before an instant. */
export async function forgetMilestones(ctx: Change, before: Date): Promise<void> {
  await sql`DELETE FROM milestones WHERE deleted_at < ${before}`.execute(ctx.db)
}

/** Names of agents, by id. */
export async function agentNames(ctx: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT a.id, u.first_name || ' ' || u.last_name AS name FROM agents a JOIN users u ON u.id = a.user_id
    WHERE a.id = ANY(${[...ids]}::int[])`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row.name]))
}

/** Inserts milestones by whoever acts; answers their ids in the order of the rows. */
export async function insertMilestones(ctx: Change, rows: readonly object[]): Promise<number[]> {
  const { author: by } = ctx
  const { rows: written } = await sql<{ id: number }>`
    INSERT INTO milestones (lead_id, milestone_type_id, milestone_option_id, description, value, link, call, message,
                            session, model_id, model_type, detail, happened_at, author_user_id, on_behalf_of)
    SELECT m.lead_id, m.milestone_type_id, m.milestone_option_id, coalesce(m.description, ''), m.value, m.link, m.call,
           m.message, m.session, m.model_id, m.model_type, m.detail, m.happened_at,
           ${by?.user_id ?? null}::int, ${by?.on_behalf_of ?? null}::int
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS given (record, place),
         jsonb_populate_record(NULL::milestones, given.record) m ORDER BY given.place
    RETURNING id`.execute(ctx.db)
  return written.map(row => row.id).sort((a, b) => a - b)
}
