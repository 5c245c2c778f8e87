import type { QueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/apiErrors.ts'
import { call } from '../../../platform/web/call.ts'
import { notify, notifyFailure } from '../../../platform/web/notices.ts'
import { callOrKeep } from '../../../platform/web/outgoing.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { type Milestone, milestoneCalls } from '../contract.ts'
import { milestoneType } from '../rules.ts'
import { type ProgressDraft, progressInput } from './rules/progress.ts'

/** The stream of everything that happened with a lead, which shows milestones beside what other features record. */
export const timelineKey = (leadId: number) => ['timeline', leadId] as const

/** Fetches the timeline of a lead again. */
export const refetchTimeline = (client: QueryClient, leadId: number): Promise<void> =>
  client.invalidateQueries({ queryKey: timelineKey(leadId) })

export type ProgressInput = InputOf<typeof milestoneCalls.progress>

const LINE = 60

/**
 * Records progress with a lead. The same key makes a repeated press count once; without a network it waits on the device,
 * and `null` comes back.
 */
export const saveProgress = (input: ProgressInput, key: string) =>
  callOrKeep(milestoneCalls.progress, input, {
    key,
    label: 'Milestone',
    words: (input.description ?? '').slice(0, LINE),
    about: `lead:${input.id}`,
  })

/** The same from the milestone modal. */
export function storeMilestone(leadId: number, draft: ProgressDraft, key: string) {
  const { type, option, ...input } = progressInput(leadId, draft)
  return callOrKeep(
    milestoneCalls.store,
    { ...input, milestoneTypeId: type, milestoneOptionId: option },
    { key, label: 'Milestone', words: input.description.slice(0, LINE), about: `lead:${leadId}` },
  )
}

/** What is said once progress of this type was recorded. */
export const savedSentence = (type: number): string =>
  type === milestoneType.call ? 'Call log has been created.' : 'Milestone saved.'

/** Corrects a milestone; refused when somebody else was faster. */
export function changeMilestone(milestone: Milestone, draft: ProgressDraft) {
  const { id: _lead, ...fields } = progressInput(milestone.lead_id, draft)
  return call(milestoneCalls.update, { id: milestone.id, ...fields }, { ifMatch: `"${milestone.version}"` })
}

/** Takes a milestone off the timeline and offers to undo it. */
export async function removeMilestone(client: QueryClient, { id, lead_id }: Milestone): Promise<void> {
  try {
    await call(milestoneCalls.remove, { id })
    const restore = async () => {
      await call(milestoneCalls.restore, { id }).catch(() => notifyFailure('The entry could not be brought back.'))
      await refetchTimeline(client, lead_id)
    }
    notify('Entry deleted.', { destructive: true, act: { label: 'Undo', run: () => void restore() } })
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
  await refetchTimeline(client, lead_id)
}
