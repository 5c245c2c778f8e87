import { sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../platform/server/database/connection.ts'
import { escapeLike } from '../../../platform/server/database/like.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import { notFound } from '../../../platform/server/errors.ts'
import { EXACT_TOTAL_LIMIT, type Page } from '../../../platform/wire/page.ts'
import { visibleLeads } from '../../leads/server/queries/leads.ts'
import { type Milestone, milestoneColumns } from '../contract.ts'
import {
  headingsHolding,
  homeModels,
  isEmail,
  isListingAlert,
  isViewing,
  isViewingRequest,
  milestoneType,
} from '../rules.ts'

type Stored = RowAs<'milestones', z.output<z.ZodObject<typeof milestoneColumns>>, 'call' | 'message' | 'session'> & {
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

/** The last milestone of a page, and what is known of the whole list. */
const cursors = defineCursors(z.object({ at: z.iso.datetime(), id: z.int(), page: z.int(), total: z.int() }))

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
  ${search ? sql`AND ${holding(search)}` : sql``}`

/** The words stand in what was written, or in the heading that people read above it. */
function holding(words: string) {
  const { types, options } = headingsHolding(words)
  return sql`(concat_ws(' ', m.description, m.value) ILIKE ${`%${escapeLike(words)}%`}
    OR m.milestone_type_id = ANY(${types}::smallint[]) OR m.milestone_option_id = ANY(${options}::smallint[]))`
}

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
  const { types, search, perPage } = input
  const { limit, offset, ...first } = windowOf(input)
  const after = input.cursor ? cursors.read(input.cursor) : null
  const where = matching(leadId, { types, search })
  const found = await milestonesBefore(ctx, leadId, { types, search, before: after, limit, offset })
  const isWhole = found.length > 0 && found.length < limit
  const total = after?.total ?? (isWhole ? offset + found.length : await countMilestones(ctx, where))
  const page = after ? after.page + 1 : first.page
  return pageOf(found, {
    asked: { page, perPage, filter: types, search: search || undefined },
    total,
    cursorAfter: ({ happened_at, id }) => cursors.write({ at: happened_at, id, page, total }),
  })
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

/**
 * A milestone on a lead that the viewer reaches, locked behind its lead: when somebody was last in touch stands on the lead,
 * and follows from all of its milestones. Refused like one that does not exist otherwise.
 */
export async function lockMilestone(
  ctx: Change & { viewer: Viewer },
  id: number,
  state: 'kept' | 'deleted',
): Promise<FoundMilestone> {
  await sql`
    SELECT FROM leads WHERE id = (SELECT lead_id FROM milestones WHERE id = ${id}) AND ${visibleLeads(ctx)}
    FOR NO KEY UPDATE`.execute(ctx.db)
  const { rows } = await sql<Stored & Pick<Row<'leads'>, 'agent_id'> & Pick<Row<'milestones'>, 'deleted_at'>>`
    SELECT ${columns}, ${names}, l.agent_id, m.deleted_at FROM milestones m ${author}
    JOIN (SELECT id, agent_id FROM leads WHERE ${visibleLeads(ctx)}) l ON l.id = m.lead_id
    WHERE m.id = ${id} AND m.deleted_at IS ${state === 'kept' ? sql`NULL` : sql`NOT NULL`}
    FOR UPDATE OF m`.execute(ctx.db)
  if (!rows[0]) throw notFound('milestone')
  const { agent_id, deleted_at, ...stored } = rows[0]
  return { milestone: milestoneOf(stored), agent_id, deleted_at }
}

/** The newest milestones of the product about a thing, newest first. */
export async function milestonesAbout(
  ctx: QueryContext,
  about: { lead_id: number; type: number; model_type: string; model_id: number },
  limit: number,
): Promise<Milestone[]> {
  const { rows } = await sql<Stored>`
    SELECT ${columns}, ${names} FROM milestones m ${author}
    WHERE m.lead_id = ${about.lead_id} AND m.milestone_type_id = ${about.type} AND m.deleted_at IS NULL
      AND m.model_type = ${about.model_type} AND m.model_id = ${about.model_id}
    ORDER BY m.happened_at DESC, m.id DESC LIMIT ${limit}`.execute(ctx.db)
  return rows.map(milestoneOf)
}

/** What a person may correct, with what follows from it. */
export interface WrittenMilestone {
  type: number
  option: number | null
  date: string
  description: string
  value: string | null
}

/** Writes what a person corrected. */
export async function writeMilestone(
  ctx: Change,
  id: number,
  { type, option, date, description, value }: WrittenMilestone,
): Promise<void> {
  await sql`
    UPDATE milestones SET milestone_type_id = ${type}, milestone_option_id = ${option}, happened_at = ${date},
      description = ${description}, value = ${value}, updated_at = ${ctx.now}, version = version + 1 WHERE id = ${id}`.execute(
    ctx.db,
  )
}

/** Writes what a milestone of the product says. */
export async function updateText(
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
  const { rows } = await sql<Pick<Row<'milestones'>, 'happened_at'>>`
    SELECT happened_at FROM milestones
    WHERE lead_id = ${leadId} AND deleted_at IS NULL AND milestone_type_id = ANY(${[...types]}::smallint[])
    ORDER BY happened_at DESC LIMIT 1`.execute(ctx.db)
  return rows[0]?.happened_at ?? null
}

/** Forgets milestones that were deleted before an instant. */
export async function purgeMilestones(ctx: Change, before: Date): Promise<void> {
  await sql`DELETE FROM milestones WHERE deleted_at < ${before}`.execute(ctx.db)
}

/** Names of agents, by id. */
export async function agentNames(ctx: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<Pick<Row<'agents'>, 'id'> & { name: string }>`
    SELECT a.id, u.first_name || ' ' || u.last_name AS name FROM agents a JOIN users u ON u.id = a.user_id
    WHERE a.id = ANY(${[...ids]}::int[])`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row.name]))
}

/** Inserts milestones by whoever acts; answers their ids in the order of the rows. */
export async function insertMilestones(ctx: Change, rows: readonly object[]): Promise<number[]> {
  const { author: by } = ctx
  const { rows: written } = await sql<Pick<Row<'milestones'>, 'id'>>`
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

/** A home of the listing service that a lead looked at: how often, and when last. */
export interface ViewedHome {
  listing_id: number
  times: number
  last_at: string
}

/** As many visits as say what somebody looks for now. */
const LOOKED_THROUGH = 300

/** The homes that a lead, whom the caller has checked, looked at lately: most often first. */
export async function homesViewed({ db }: QueryContext, leadId: number): Promise<ViewedHome[]> {
  const { rows } = await sql<ViewedHome>`
    SELECT v.model_id AS listing_id, count(*)::int AS times, max(v.happened_at) AS last_at FROM (
      SELECT m.model_id, m.happened_at FROM milestones m
      WHERE m.lead_id = ${leadId} AND m.deleted_at IS NULL AND m.milestone_type_id = ${milestoneType.propertyViewed}
        AND m.model_type = ANY(${[...homeModels]}::text[]) AND m.link LIKE '/listings/%'
      ORDER BY m.happened_at DESC, m.id DESC LIMIT ${LOOKED_THROUGH}) v
    WHERE v.model_id IS NOT NULL GROUP BY v.model_id ORDER BY times DESC, last_at DESC, v.model_id`.execute(db)
  return rows
}
