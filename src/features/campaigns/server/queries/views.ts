import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { currentPosition } from '../../../../platform/server/live/changes.ts'
import type { LeadFilters, LeadList } from '../../../leads/contract/filters.ts'
import { type Condition, openableLeads } from '../../../leads/server/queries/filters.ts'
import { listCondition } from '../../../leads/server/queries/pages.ts'
import type { CampaignView } from '../../contract/records.ts'
import { type AskedLeads, type ViewProblem, viewProblems } from '../../rules/views.ts'

type Asking = QueryContext & { viewer: Viewer }

/** A view from which a campaign takes leads in, as the job works with it. */
export interface FollowedView
  extends Pick<
    Row<'campaign_views'>,
    'campaign_id' | 'view_id' | 'user_id' | 'snapshot' | 'looked_at' | 'walk_after' | 'wants_walk' | 'walked_at'
  > {
  question: AskedLeads
}

const isFollowed = sql`w.problem IS NULL AND c.deleted_at IS NULL AND c.state = 'on'`

/** The campaigns that take leads in from a view now. */
export async function followingCampaigns({ db }: QueryContext): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    SELECT w.campaign_id FROM campaign_views w JOIN campaigns c ON c.id = w.campaign_id
    WHERE ${isFollowed} ORDER BY w.looked_at, w.campaign_id`.execute(db)
  return rows.map(({ campaign_id }) => campaign_id)
}

/** The view that a campaign follows, locked; `null` where it follows none, or another worker is at it. */
export async function lockFollowed({ db }: Change, campaignId: number): Promise<FollowedView | null> {
  const { rows } = await sql<FollowedView & { question: { list: LeadList; filters: LeadFilters } }>`
    SELECT w.campaign_id, w.view_id, w.user_id, w.question, w.snapshot, w.looked_at, w.walk_after, w.wants_walk, w.walked_at
    FROM campaign_views w JOIN campaigns c ON c.id = w.campaign_id
    WHERE w.campaign_id = ${campaignId} AND ${isFollowed} FOR UPDATE OF w SKIP LOCKED`.execute(db)
  return rows[0] ?? null
}

/** Writes how far the leads of a view were looked at. */
export async function writeLooked(
  ctx: Change,
  campaignId: number,
  fields: Partial<Pick<FollowedView, 'snapshot' | 'walk_after' | 'wants_walk'>> & { isWalked?: boolean },
): Promise<void> {
  const { isWalked = false, ...written } = fields
  await ctx.db
    .updateTable('campaign_views')
    .set({ ...written, looked_at: ctx.now, ...(isWalked ? { walked_at: ctx.now } : {}) })
    .where('campaign_id', '=', campaignId)
    .execute()
}

/** Says why a campaign takes in nobody any more. */
export async function writeViewProblem(ctx: Change, campaignId: number, problem: ViewProblem): Promise<void> {
  await ctx.db.updateTable('campaign_views').set({ problem }).where('campaign_id', '=', campaignId).execute()
}

/** What is true of the leads whom a question holds for the viewer. */
export async function heldBy(ctx: Asking, { list, filters }: AskedLeads): Promise<Condition> {
  const where = await listCondition(ctx, list, filters)
  return sql`${where} AND ${openableLeads(ctx.viewer) ?? sql`true`}`
}

const wasInCampaign = (campaignId: number) => sql`EXISTS (
  SELECT FROM campaign_instances i WHERE i.campaign_id = ${campaignId} AND i.lead_id = leads.id)`

/** How many leads a question holds now, and how many of them have not been in a campaign. */
export async function countHeld(
  { db }: QueryContext,
  held: Condition,
  campaignId: number,
): Promise<{ matching: number; fresh: number }> {
  const { rows } = await sql<{ matching: number; fresh: number }>`
    SELECT count(*)::int AS matching, count(*) FILTER (WHERE NOT ${wasInCampaign(campaignId)})::int AS fresh
    FROM leads WHERE ${held}`.execute(db)
  return rows[0] ?? { matching: 0, fresh: 0 }
}

/** Lets a campaign follow a view from now on; those who match already stay outside unless they are to come in. */
export async function insertFollowed(
  ctx: Change & Asking,
  view: { campaign_id: number; view_id: number; question: AskedLeads },
  { held, takesPresent }: { held: Condition; takesPresent: boolean },
): Promise<void> {
  const { campaign_id, view_id, question } = view
  await deleteFollowed(ctx, campaign_id)
  const { snapshot } = await currentPosition(ctx.db)
  await ctx.db
    .insertInto('campaign_views')
    .values({
      campaign_id,
      view_id,
      user_id: ctx.viewer.user_id,
      question: JSON.stringify(question),
      since: ctx.now,
      snapshot,
      looked_at: ctx.now,
      walk_after: takesPresent ? 0 : null,
      walked_at: takesPresent ? null : ctx.now,
    })
    .execute()
  if (takesPresent) return
  await sql`
    INSERT INTO campaign_view_leads (campaign_id, lead_id, at)
    SELECT ${campaign_id}, id, ${ctx.now} FROM leads WHERE ${held}`.execute(ctx.db)
}

/** Ends that. */
export async function deleteFollowed(ctx: Change, campaignId: number): Promise<void> {
  await sql`DELETE FROM campaign_views WHERE campaign_id = ${campaignId}`.execute(ctx.db)
}

/** Which leads are looked at: some, or the next ones of a walk over all. */
export type Looked = { ids: readonly number[] } | { after: number; limit: number }

/** Leads who match and have not been in the campaign, nor matched before it followed the view; in the order of their ids. */
export async function comersOf(
  { db }: QueryContext,
  campaignId: number,
  held: Condition,
  looked: Looked,
): Promise<number[]> {
  const which = 'ids' in looked ? sql`id = ANY(${[...looked.ids]}::int[])` : sql`id > ${looked.after}`
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM leads WHERE ${held} AND ${which} AND NOT ${wasInCampaign(campaignId)}
      AND NOT EXISTS (SELECT FROM campaign_view_leads o
                      WHERE o.campaign_id = ${campaignId} AND o.lead_id = leads.id AND o.reason IS NULL)
    ORDER BY id LIMIT ${'ids' in looked ? looked.ids.length : looked.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Forgets those who no longer match, so that they may come to match again. `through` is the last one of a walk that was looked at. */
export async function forgetLeavers(
  { db }: Change,
  campaignId: number,
  held: Condition,
  looked: { ids: readonly number[] } | { after: number; through: number | null },
): Promise<void> {
  const which =
    'ids' in looked
      ? sql`o.lead_id = ANY(${[...looked.ids]}::int[])`
      : sql`o.lead_id > ${looked.after} AND (${looked.through}::int IS NULL OR o.lead_id <= ${looked.through}::int)`
  await sql`
    DELETE FROM campaign_view_leads o WHERE o.campaign_id = ${campaignId} AND ${which}
      AND NOT EXISTS (SELECT FROM leads WHERE leads.id = o.lead_id AND ${held})`.execute(db)
}

/** Writes down who was left out and why, and takes those off who came in. */
export async function writeLeftOut(
  ctx: Change,
  campaignId: number,
  { leftOut, taken }: { leftOut: readonly { lead_id: number; reason: string }[]; taken: readonly number[] },
): Promise<void> {
  await sql`
    DELETE FROM campaign_view_leads WHERE campaign_id = ${campaignId} AND lead_id = ANY(${[...taken]}::int[])`.execute(
    ctx.db,
  )
  if (leftOut.length === 0) return
  await sql`
    INSERT INTO campaign_view_leads AS o (campaign_id, lead_id, reason, at)
    SELECT ${campaignId}, lead_id, reason, ${ctx.now}
    FROM jsonb_to_recordset(${JSON.stringify(leftOut)}::jsonb) AS g (lead_id int, reason text)
    ON CONFLICT (campaign_id, lead_id) DO UPDATE SET reason = excluded.reason, at = excluded.at
      WHERE o.reason IS DISTINCT FROM excluded.reason`.execute(ctx.db)
}

/** Who followed which view for a campaign: what taking it back needs. */
export async function followedSince(
  { db }: QueryContext,
  campaignId: number,
): Promise<Pick<Row<'campaign_views'>, 'since' | 'view_id'> | null> {
  const { rows } = await sql<Pick<Row<'campaign_views'>, 'since' | 'view_id'>>`
    SELECT since, view_id FROM campaign_views WHERE campaign_id = ${campaignId}`.execute(db)
  return rows[0] ?? null
}

type ViewRow = Omit<CampaignView, 'problem'> & { campaign_id: number; problem: ViewProblem | null }

/** The views that campaigns follow, by campaign. The name of a private view is its owner’s to know, and administrators’. */
export async function viewsOfCampaigns(
  ctx: Asking,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, CampaignView>> {
  const { rows } = await sql<ViewRow>`
    SELECT w.campaign_id, w.view_id, w.since, w.problem, w.walk_after IS NOT NULL AS is_walking, w.looked_at,
      CASE WHEN v.sharing <> 'private' OR v.user_id = ${ctx.viewer.user_id} OR ${ctx.viewer.rights.has('is_admin')}
        THEN v.name END AS name,
      (SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = w.user_id) AS by,
      (SELECT count(*)::int FROM campaign_instances i
       WHERE i.campaign_id = w.campaign_id AND i.started_how = 'view' AND i.started_at >= w.since) AS taken_in,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', count) ORDER BY count DESC, reason), '[]')
       FROM (SELECT reason, count(*) FROM campaign_view_leads
             WHERE campaign_id = w.campaign_id AND reason IS NOT NULL GROUP BY reason) AS r) AS left_out
    FROM campaign_views w JOIN saved_views v ON v.id = w.view_id
    WHERE w.campaign_id = ANY(${[...campaignIds]}::int[])`.execute(ctx.db)
  return new Map(
    rows.map(({ campaign_id, problem, ...view }) => [
      campaign_id,
      { ...view, problem: problem === null ? null : viewProblems[problem] },
    ]),
  )
}
