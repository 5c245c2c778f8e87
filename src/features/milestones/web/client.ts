import type { QueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { callOrQueue, provisionalId } from '../../../platform/web/offline/offlineQueue.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { whoWrites } from '../../people/web/client/people.ts'
import { type Milestone, milestoneCalls } from '../contract.ts'
import { milestoneType, milestoneTypeOf } from '../rules.ts'
import { type ProgressDraft, progressInput } from './rules/progress.ts'

/** Progress that is being written down, for forms of other screens. */
export { emptyDraft, parseProgressDraft } from './rules/progress.ts'

/** The stream of everything that happened with a lead, which shows milestones beside what other features record. */
export const timelineKey = (leadId: number) => ['timeline', leadId] as const

/** Fetches the timeline of a lead again. */
export const refetchTimeline = (client: QueryClient, leadId: number): Promise<void> =>
  client.invalidateQueries({ queryKey: timelineKey(leadId) })

const LINE = 60

/** A milestone as a line about it says, for the time that a change of it waits. */
const queuedLabelOf = (id: number, type: number, description = '') => ({
  label: milestoneTypeOf(type)?.name ?? 'Milestone',
  summary: description.slice(0, LINE),
  text: description,
  record: `milestone:${id}`,
})

/** What a milestone was and what becomes of it; `null` where there is none. */
export interface ShownMilestone {
  before: Milestone | null
  after: Milestone | null
}

/** A milestone that the server does not know yet. */
function provisional(id: number, leadId: number, { type, option, description, date }: Recorded): Milestone {
  const now = new Date().toISOString()
  const at = date ? new Date(`${date.replace(' ', 'T')}Z`).toISOString() : now
  const { author, on_behalf_of } = whoWrites()
  const nothing = {
    value: null,
    link: null,
    call: null,
    message: null,
    session: null,
    model_id: null,
    model_type: null,
  }
  return {
    ...nothing,
    id,
    lead_id: leadId,
    milestone_type_id: type,
    milestone_option_id: option ?? null,
    description: description ?? '',
    happened_at: at,
    date: at,
    author_user_id: author?.id ?? null,
    on_behalf_of: on_behalf_of?.id ?? null,
    author,
    possessed: on_behalf_of,
    created_at: now,
    updated_at: now,
    version: 1,
    offerSubmission: null,
    opportunity: null,
    is_viewing: false,
    is_listing_alert: false,
    is_viewing_request: false,
    is_email: false,
  }
}

type Recorded = ReturnType<typeof progressInput>

/** What is told of progress while it waits. */
function waitingProgress(leadId: number, recorded: Recorded, key: string) {
  const id = provisionalId()
  const shows: ShownMilestone = { before: null, after: provisional(id, leadId, recorded) }
  return { ...queuedLabelOf(id, recorded.type, recorded.description), key, adds: ['milestone', 'id'], shows }
}

/**
 * Records progress with a lead. The same key makes a repeated press count once; without a network it waits on the device,
 * and `null` comes back.
 */
export const saveProgress = (input: Recorded, key: string) =>
  callOrQueue(milestoneCalls.progress, input, waitingProgress(input.id, input, key))

/** The same from the milestone modal. */
export function storeMilestone(leadId: number, draft: ProgressDraft, key: string) {
  const recorded = progressInput(leadId, draft)
  const { type, option, ...input } = recorded
  return callOrQueue(
    milestoneCalls.store,
    { ...input, milestoneTypeId: type, milestoneOptionId: option },
    waitingProgress(leadId, recorded, key),
  )
}

/** What is said once progress of this type was recorded. */
export const savedSentence = (type: number): string =>
  type === milestoneType.call ? 'Call log has been created.' : 'Milestone saved.'

/** Corrects a milestone; refused when somebody else was faster. Without a network it waits, and `null` comes back. */
export function changeMilestone(milestone: Milestone, draft: ProgressDraft) {
  const { id: _lead, ...fields } = progressInput(milestone.lead_id, draft)
  const { id, version } = milestone
  const after: Milestone = {
    ...milestone,
    milestone_type_id: fields.type,
    milestone_option_id: fields.option,
    description: fields.description,
  }
  const shows: ShownMilestone = { before: milestone, after }
  return callOrQueue(
    milestoneCalls.update,
    { id, ...fields },
    { ...queuedLabelOf(id, fields.type, fields.description), shows, ifMatch: `"${version}"` },
  )
}

/** Takes a milestone off the timeline and offers to undo it. */
export async function removeMilestone(client: QueryClient, milestone: Milestone): Promise<void> {
  const { id, lead_id } = milestone
  const summary = queuedLabelOf(id, milestone.milestone_type_id, milestone.description)
  try {
    const gone: ShownMilestone = { before: milestone, after: null }
    const sent = await callOrQueue(milestoneCalls.remove, { id }, { ...summary, shows: gone })
    const restore = async () => {
      const back: ShownMilestone = { before: null, after: milestone }
      await callOrQueue(milestoneCalls.restore, { id }, { ...summary, shows: back }).catch(() =>
        notifyFailure('We couldn’t restore the entry.'),
      )
      await refetchTimeline(client, lead_id)
    }
    const notice = sent ? 'Entry deleted.' : 'Entry deleted. It will be sent when you’re back online.'
    notify(notice, { destructive: true, action: { label: 'Undo', run: () => void restore() } })
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
  await refetchTimeline(client, lead_id)
}
