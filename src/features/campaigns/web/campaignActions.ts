import { undoable } from '../../../platform/web/calls/undoable.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { count } from '../../../platform/web/text.ts'
import type { Campaign, CampaignStep } from '../contract/records.ts'
import type { Wording } from '../rules/wordings.ts'
import { createCampaign, removeCampaign, updateCampaign, updateStep } from './client.ts'
import { activeOf } from './rules/list.ts'

const people = (amount: number): string => (amount === 1 ? '1 lead' : `${count(amount)} leads`)

/** Switches a campaign; before it goes off, says what becomes of those inside: they wait, and go on when it is on again. */
export async function switchAsked(campaign: Campaign, is_on: boolean): Promise<void> {
  const inside = activeOf(campaign)
  const { id, name } = campaign
  if (!is_on && inside > 0) {
    const goesOn = await confirm({
      title: `Switch off “${name}”?`,
      message: `${people(inside)} inside will wait until it is switched on again. No step runs meanwhile; messages that wait for the morning still go out.`,
    })
    if (!goesOn) return
  }
  await undoable({
    run: () => updateCampaign({ id, is_on }),
    said: is_on ? `“${name}” is on.` : `“${name}” is off.`,
    undo: () => updateCampaign({ id, is_on: !is_on }),
  })
}

/** Cancels what of a one-off has not gone out, once the person has said so. */
export async function cancelAsked(campaign: Campaign): Promise<void> {
  const isSure = await confirm({
    title: `Cancel “${campaign.name}”?`,
    message: `${people(activeOf(campaign) + campaign.queued)} have not got it yet, and will not. What went out cannot be taken back.`,
    destructive: true,
  })
  if (!isSure) return
  await undoable({
    run: () => updateCampaign({ id: campaign.id, is_on: false, inside: 'stop' }),
    said: `“${campaign.name}” was cancelled.`,
  })
}

/** Deletes a campaign once the person has said so: it stops on everybody. Answers whether it did. */
export async function deleteAsked(campaign: Campaign): Promise<boolean> {
  const inside = activeOf(campaign)
  const isSure = await confirm({
    title: `Delete “${campaign.name}”?`,
    message:
      inside > 0
        ? `It stops on ${people(inside)}. What was sent stays on their timelines.`
        : 'What was sent stays on the timelines of the leads.',
    destructive: true,
  })
  if (!isSure) return false
  const deleted = await undoable({
    run: () => removeCampaign(campaign.id),
    said: `“${campaign.name}” deleted.`,
  })
  return deleted !== null
}

/** Copies a campaign as a draft of the person's own; answers it, or `null` when that failed. */
export const copyOf = (campaign: Campaign): Promise<Campaign | null> =>
  undoable({
    run: () =>
      createCampaign({
        name: `${campaign.name.slice(0, 90)}, copy`,
        description: campaign.description,
        role: campaign.role,
        site_id: campaign.site_id,
        stop_after_connection: campaign.stop_after_connection,
        is_on: false,
        steps: campaign.steps.map(
          ({
            id: _,
            position: __,
            tasks_count: ___,
            reached: ____,
            waiting: _____,
            template_id: ______,
            compared_since: _______,
            version: ________,
            ...step
          }) => step,
        ),
      }),
    said: `Copied as a draft.`,
  })

/** Goes on with one of the two wordings of a step, with Undo, which goes on comparing with what came of both so far. */
export function keepWording(campaign: Pick<Campaign, 'id'>, step: CampaignStep, wording: Wording) {
  const { subject, content, other_subject, other_content } = step
  const at = { id: campaign.id, stepId: step.id, apply_to_running: true }
  const kept = wording === 'a' ? { subject, content } : { subject: other_subject ?? '', content: other_content ?? '' }
  return undoable({
    run: () => updateStep({ ...at, ...kept, other_subject: null, other_content: null }, step.version),
    said: `Everybody gets wording ${wording.toUpperCase()} from now on.`,
    undo: () => updateStep({ ...at, subject, content, other_subject, other_content }),
  })
}
