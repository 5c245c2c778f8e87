import { sql } from 'kysely'
import { z } from 'zod'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import { invalid } from '../../../platform/server/errors.ts'
import { DEFAULT_PER_PAGE, EXACT_TOTAL_LIMIT, type Page } from '../../../platform/wire/page.ts'
import { type Milestone, milestoneColumns } from '../contract.ts'
import { isEmail, isListingAlert, isViewing, isViewingRequest } from '../rules.ts'

type Stored = z.output<z.ZodObject<typeof milestoneColumns>> & {
  author_name: string | null
  detail: { offerSubmission?: Milestone['offerSubmission']; opportunity?: Milestone['opportunity'] } | null
}

const columns = sql.join(Object.keys(milestoneColumns).map(name => sql.ref(`m.${name}`)))
const names = sql`u.first_name || ' ' || u.last_name AS author_name, m.detail`
const author = sql`LEFT JOIN users u ON u.id = m.author_user_id`

function milestoneOf({ author_name, detail, ...stored }: Stored): Milestone {
  return {
    ...stored,
    date: stored.happened_at,
    offerSubmission: detail?.offerSubmission ?? null,
    opportunity: detail?.opportunity ?? null,
    author: stored.author_user_id === null ? null : { id: stored.author_user_id, name: author_name ?? '' },
    is_viewing: isViewing(stored),
    is_listing_alert: isListingAlert(stored),
    is_viewing_request: isViewingRequest(stored),
    is_email: isEmail(stored),
  }
}

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

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** A page of a lead's timeline, newest first. */
export async function milestonesOf(ctx: QueryContext, leadId: number, input: TimelineInput): Promise<Page<Milestone>> {
  const { page = 1, perPage = DEFAULT_PER_PAGE, types, search } = input
  const after = input.cursor ? readCursor(input.cursor) : null
  const offset = after ? 0 : (page - 1) * perPage
  const where = sql`m.lead_id = ${leadId}
    ${types.length > 0 ? sql`AND m.milestone_type_id = ANY(${[...types]}::smallint[])` : sql``}
    ${search ? sql`AND concat_ws(' ', m.description, m.value) ILIKE ${`%${escapeLike(search)}%`}` : sql``}`
  const from = after ? sql`AND (m.happened_at, m.id) < (${after.at}::timestamptz, ${after.id})` : sql``
  const { rows } = await sql<Stored>`
    SELECT ${columns}, ${names} FROM milestones m ${author} WHERE ${where} ${from}
    ORDER BY m.happened_at DESC, m.id DESC LIMIT ${perPage + 1} OFFSET ${offset}`.execute(ctx.db)
  const data = rows.slice(0, perPage).map(milestoneOf)
  const more = rows.length > perPage
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
    next_page_url: more ? `/crm/lead/${leadId}/milestones?page=${current + 1}&perPage=${perPage}` : null,
    next_cursor: more ? Buffer.from(JSON.stringify(cursor)).toString('base64url') : null,
  }
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
