import type { Change, QueryContext, Viewer, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import { changesAfter } from '../../../../platform/server/live/changes.ts'
import { askedView } from '../../../saved-views/server/queries/questions.ts'
import type { Campaign } from '../../contract/records.ts'
import { asksTheSame, isWalkDue, type ViewProblem, viewProblems } from '../../rules/views.ts'
import { isChangeable } from '../queries/campaigns.ts'
import { startedFromView } from '../queries/instances.ts'
import {
  comersOf,
  countHeld,
  deleteFollowed,
  type FollowedView,
  followedSince,
  forgetLeavers,
  heldBy,
  insertFollowed,
  type Looked,
  writeLeftOut,
  writeLooked,
  writeViewProblem,
} from '../queries/views.ts'
import { publishCampaign } from './publish.ts'
import { reasonsAgainstStarting, startCampaign } from './start.ts'
import { stopInstances } from './stop.ts'

type Asking = QueryContext & { viewer: Viewer }

/** The job that takes leads in; only its name, for whoever wakes it. */
export const FOLLOW_VIEWS = { name: 'follow-views' }

/** Leads of one transaction. */
const BATCH = 250
const LEADS = 'leads'

async function requireAsked(ctx: Asking, viewId: number) {
  const asked = await askedView(ctx, viewId)
  if (!asked) throw notFound('view')
  if (asked.left_out.length > 0) throw conflict(`${viewProblems.parts_gone} Change the view first.`)
  const { view, question } = asked
  return { view, question: { list: question.list, filters: question.filters } }
}

/** What following a view would do: how many match now, and how many of them have never been in the campaign. */
export async function effectOfView(ctx: Asking, campaignId: number, viewId: number) {
  const { view, question } = await requireAsked(ctx, viewId)
  return { name: view.name, ...(await countHeld(ctx, await heldBy(ctx, question), campaignId)) }
}

/** Lets a campaign take in whoever comes to match a view, under the rights of the viewer. */
export async function followView(
  ctx: WriteContext,
  campaign: Campaign,
  { view_id, takesPresent }: { view_id: number; takesPresent: boolean },
): Promise<void> {
  const { view, question } = await requireAsked(ctx, view_id)
  const held = await heldBy(ctx, question)
  await insertFollowed(ctx, { campaign_id: campaign.id, view_id, question }, { held, takesPresent })
  if (takesPresent) await ctx.enqueue(FOLLOW_VIEWS, {})
  const after = { view_id, view: view.name, those_who_match_now: takesPresent }
  ctx.audit({
    subject: 'campaign',
    subject_id: campaign.id,
    before: { view_id: campaign.view?.view_id ?? null },
    after,
  })
  publishCampaign(ctx, campaign.id)
}

/** Ends that; those who came in stay, unless all of it is taken back. */
export async function unfollowView(ctx: WriteContext, campaign: Campaign, isTakenBack: boolean): Promise<void> {
  const followed = await followedSince(ctx, campaign.id)
  if (!followed) throw notFound('view')
  await deleteFollowed(ctx, campaign.id)
  if (isTakenBack)
    await stopInstances(ctx, startedFromView(campaign.id, followed.since), { reason: 'by_hand', detail: 'Undone' })
  ctx.audit({
    subject: 'campaign',
    subject_id: campaign.id,
    before: { view_id: followed.view_id },
    after: { view_id: null },
  })
  publishCampaign(ctx, campaign.id)
}

/**
 * Looks at a batch of leads for a campaign that follows a view, locked, under the rights that whoever switched it on has now (`viewer`,
 * or `null` when they left). Leads that changed are looked at one by one; all of them where that is due, a batch at a time. Answers
 * whether there is more.
 */
export async function lookAtView(ctx: Change, viewer: Viewer | null, followed: FollowedView): Promise<boolean> {
  const { campaign_id } = followed
  const problem = viewer === null ? 'left' : await problemOf({ ...ctx, viewer }, followed)
  if (viewer === null || problem !== null) {
    await writeViewProblem(ctx, campaign_id, problem ?? 'left')
    publishCampaign(ctx, campaign_id)
    return false
  }
  const asking = { ...ctx, viewer }
  if (followed.walk_after !== null) return walkOn(asking, followed, followed.walk_after)
  if (isWalkDue(datesOf(followed), followed.question.filters, ctx.now)) {
    const { position } = await changesAfter(ctx.db, { snapshot: followed.snapshot, horizon: '' })
    await writeLooked(ctx, campaign_id, { walk_after: 0, wants_walk: false, snapshot: position.snapshot })
    return true
  }
  return lookAtChanges(asking, followed)
}

const datesOf = ({ wants_walk, walked_at, looked_at }: FollowedView) => ({
  wants_walk,
  walked_at: walked_at === null ? null : new Date(walked_at),
  looked_at: new Date(looked_at),
})

/** Why a view is followed no longer; `null` while it is. */
async function problemOf(ctx: Asking, { campaign_id, view_id, question }: FollowedView): Promise<ViewProblem | null> {
  const mayChange = ctx.viewer.rights.has('view_leads') && (await isChangeable(ctx, campaign_id))
  if (!mayChange) return 'no_right'
  const asked = await askedView(ctx, view_id)
  if (!asked) return 'gone'
  if (asked.left_out.length > 0) return 'parts_gone'
  return asksTheSame(asked.question, question) ? null : 'changed'
}

async function walkOn(ctx: Change & Asking, followed: FollowedView, after: number): Promise<boolean> {
  const { campaign_id, question } = followed
  const held = await heldBy(ctx, question)
  const ids = await comersOf(ctx, campaign_id, held, { after, limit: BATCH })
  const last = ids.length === BATCH ? (ids.at(-1) ?? null) : null
  await forgetLeavers(ctx, campaign_id, held, { after, through: last })
  await takeIn(ctx, campaign_id, ids)
  await writeLooked(ctx, campaign_id, { walk_after: last, isWalked: last === null })
  if (last === null) publishCampaign(ctx, campaign_id)
  return true
}

async function lookAtChanges(ctx: Change & Asking, followed: FollowedView): Promise<boolean> {
  const { campaign_id, question, snapshot } = followed
  const { changes, position, isComplete } = await changesAfter(ctx.db, { snapshot, horizon: '' })
  const ofLeads = changes.filter(({ topic }) => topic === LEADS)
  const ids = [...new Set(ofLeads.flatMap(change => change.ids))].sort((one, other) => one - other)
  const isUnknown = !isComplete || ofLeads.some(change => change.ids.length === 0)
  const looked: Looked = { ids }
  if (ids.length > 0) {
    const held = await heldBy(ctx, question)
    const comers = await comersOf(ctx, campaign_id, held, looked)
    await forgetLeavers(ctx, campaign_id, held, { ids })
    await takeIn(ctx, campaign_id, comers)
    if (comers.length > 0) publishCampaign(ctx, campaign_id)
  }
  await writeLooked(ctx, campaign_id, {
    snapshot: position.snapshot,
    ...(isUnknown ? { wants_walk: true } : {}),
  })
  return false
}

/** Starts the campaign on those on whom it starts; the others are written down with the reason. */
async function takeIn(ctx: Change, campaignId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const reasons = await reasonsAgainstStarting(ctx, campaignId, ids)
  const fitting = ids.filter(id => !reasons.has(id))
  const started = fitting.length > 0 ? await startCampaign(ctx, campaignId, { leadIds: fitting, how: 'view' }) : null
  const leftOut = [...reasons].map(([lead_id, reason]) => ({ lead_id, reason }))
  await writeLeftOut(ctx, campaignId, { leftOut, taken: started?.leads ?? [] })
}
