import type { Change } from '../../../platform/server/context.ts'
import { leadStatusesChanged } from '../../leads/events.ts'
import { type AddedMilestones, milestonesAdded } from '../../milestones/events.ts'
import { progressOf, progressOfStatus } from '../rules/followUps.ts'
import { publishHappyHour } from './commands/sessions.ts'
import { type ClaimOfLead, claimsOfLeads, type StoredProgress, writeProgress } from './queries/progress.ts'

/** Notices in claims when their leads are called, written to, met and won. */
export function followClaims(): void {
  milestonesAdded.on((ctx, { milestones }) => {
    const byLead = Map.groupBy(
      milestones.filter(milestone => progressOf(milestone) !== null),
      ({ lead_id }) => lead_id,
    )
    return record(ctx, [...byLead.keys()], claim => progressOfClaim(claim, byLead.get(claim.lead_id) ?? []))
  })
  leadStatusesChanged.on((ctx, { leads }) => {
    const byLead = new Map(
      leads.flatMap(({ id, after }) => {
        const status = progressOfStatus(after)
        return status.connected ? [[id, status]] : []
      }),
    )
    const at = ctx.now.toISOString()
    return record(ctx, [...byLead.keys()], ({ id, lead_id }) => ({
      ...nothing(id),
      connected_at: at,
      converted_at: byLead.get(lead_id)?.converted ? at : null,
    }))
  })
}

async function record(
  ctx: Change,
  leadIds: readonly number[],
  progressOfOne: (claim: ClaimOfLead) => StoredProgress,
): Promise<void> {
  if (leadIds.length === 0) return
  const progress = (await claimsOfLeads(ctx, leadIds)).map(progressOfOne)
  if (progress.length > 0 && (await writeProgress(ctx, progress)) > 0) publishHappyHour(ctx)
}

const nothing = (claim_id: number): StoredProgress => ({
  claim_id,
  followed_up_at: null,
  follow_up_type_id: null,
  connected_at: null,
  showing_at: null,
  converted_at: null,
})

/** What happened first of each kind. Only what the claimant did themselves is the follow-up that the next claim waits for. */
function progressOfClaim(
  { id, user_id }: ClaimOfLead,
  milestones: readonly AddedMilestones['milestones'][number][],
): StoredProgress {
  const progress = nothing(id)
  for (const { happened_at: at, ...milestone } of milestones.toSorted(
    (one, other) => Date.parse(one.happened_at) - Date.parse(other.happened_at),
  )) {
    const meaning = progressOf(milestone)
    const isOwn = milestone.is_by_hand && milestone.user_id === user_id
    if (meaning?.followedUp && isOwn && progress.followed_up_at === null) {
      progress.followed_up_at = at
      progress.follow_up_type_id = milestone.milestone_type_id
    }
    if (meaning?.connected) progress.connected_at ??= at
    if (meaning?.showing) progress.showing_at ??= at
  }
  return progress
}
