import type { Change } from '../../../../platform/server/context.ts'
import { cancelSendings, reopenCancelled } from '../../../outbound/server/commands/outcomes.ts'
import { heldAmong, pausedOfCampaign, writeOverPauses, writePause } from '../queries/instances.ts'
import { causesOf, sendingsOf, sendingsTakenBack } from '../queries/sendings.ts'
import { batchOf } from './send.ts'

/** What is said of messages that wait for the end of a pause. */
const PAUSED = 'The campaign is paused.'
/** The same, of a campaign that was switched off with everybody held inside. */
const HELD = 'The campaign is switched off.'

/** Pauses that one transaction ends. */
const BATCH = 200

/**
 * Pauses an instance, until somebody resumes it or a time. Its messages that have not gone out are taken back in the same transaction,
 * also those that wait for the hours in which the lead may be written to.
 */
export async function pauseInstance(ctx: Change, id: number, until: Date | null): Promise<void> {
  await writePause(ctx, id, { state: 'paused', paused_until: until })
  await takeBack(ctx, [id], PAUSED)
}

/** Lets an instance go on; its messages that were taken back go out when they were due, at once where that has passed. */
export async function resumeInstance(ctx: Change, id: number): Promise<void> {
  await writePause(ctx, id, { state: 'running', paused_until: null })
  await giveBack(ctx, [id])
}

/** Ends the pauses whose time has come. */
export async function endPauses(ctx: Change): Promise<void> {
  const ids = await writeOverPauses(ctx, BATCH)
  if (ids.length > 0) await giveBack(ctx, ids)
}

/** Takes back what a campaign has handed over and has not gone out, because it was switched off with everybody held inside. */
export async function holdMessages(ctx: Change, campaignId: number): Promise<void> {
  await cancelSendings(ctx, { batch: batchOf({ campaign_id: campaignId }), reason: HELD })
}

/** Lets those messages go after all, but not of people for whom the campaign is paused. */
export async function releaseMessages(ctx: Change, campaignId: number): Promise<void> {
  const batch = batchOf({ campaign_id: campaignId })
  const ids = await sendingsTakenBack(ctx, { batch, reason: HELD })
  if (ids.length === 0) return
  await reopenCancelled(ctx, { ids, reason: HELD })
  await takeBack(ctx, await pausedOfCampaign(ctx, campaignId), PAUSED)
}

async function takeBack(ctx: Change, instanceIds: readonly number[], reason: string): Promise<void> {
  const ids = await sendingsOf(ctx, instanceIds)
  const causes = ids.length === 0 ? [] : await causesOf(ctx, ids)
  if (causes.length > 0) await cancelSendings(ctx, { causes, reason })
}

async function giveBack(ctx: Change, instanceIds: readonly number[]): Promise<void> {
  const ids = await sendingsOf(ctx, instanceIds)
  if (ids.length === 0) return
  await reopenCancelled(ctx, { ids, reason: PAUSED })
  await takeBack(ctx, await heldAmong(ctx, instanceIds), HELD)
}
