import type { QueryClient } from '@tanstack/react-query'
import { invalidateTopic } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { queuedKind, type ShownChange, showOnItsWay } from '../../../platform/web/offline/offlinePatches.ts'
import { callOrQueue, provisionalId } from '../../../platform/web/offline/offlineQueue.ts'
import { SENT_LATER } from '../../../platform/web/offline/sentences.ts'
import { whoWrites } from '../../people/web/client/people.ts'
import { type Milestone, milestoneCalls } from '../contract.ts'
import { milestoneType, milestoneTypeOf } from '../rules.ts'
import { type ProgressDraft, progressInput } from './rules/progress.ts'

/** Progress that is being written down, for forms of other screens. */
export { emptyDraft, parseProgressDraft } from './rules/progress.ts'

/** Fetches again whatever shows what happened with a lead, which is more than its milestones. */
export const refetchTimeline = (client: QueryClient, leadId: number): Promise<void> =>
  invalidateTopic(client, 'milestones', [leadId])

/** Milestones whose changes wait for the network. */
export const queuedMilestones = queuedKind<Milestone>(
  'milestone',
  (value): value is Milestone => 'lead_id' in value && 'milestone_type_id' in value && 'happened_at' in value,
)

const LINE = 60

/** A milestone as a line about it says, for the time that a change of it waits. */
const queuedLabelOf = (id: number, type: number, description = '') => ({
  label: milestoneTypeOf(type)?.name ?? 'Milestone',
  summary: description.slice(0, LINE),
  text: description,
  record: queuedMilestones.record(id),
})

/** What a milestone was and what becomes of it; `null` where there is none. */
export type ShownMilestone = ShownChange<Milestone>

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
export const storeMilestone = (leadId: number, draft: ProgressDraft, key: string) =>
  callOrQueue(
    milestoneCalls.store,
    storedMilestone(leadId, draft),
    waitingProgress(leadId, progressInput(leadId, draft), key),
  )

/** What the milestone modal sends. */
export function storedMilestone(leadId: number, draft: ProgressDraft) {
  const { type, option, ...input } = progressInput(leadId, draft)
  return { ...input, milestoneTypeId: type, milestoneOptionId: option }
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

/** Takes a milestone off the timeline at once, puts it back when that fails, and offers to undo it. */
export async function removeMilestone(client: QueryClient, milestone: Milestone): Promise<void> {
  const { id, lead_id } = milestone
  const label = queuedLabelOf(id, milestone.milestone_type_id, milestone.description)
  const gone: ShownMilestone = { before: milestone, after: null }
  const back: ShownMilestone = { before: null, after: milestone }
  await undoable({
    show: () => showOnItsWay(client, { record: label.record, shows: gone }),
    run: () => callOrQueue(milestoneCalls.remove, { id }, { ...label, shows: gone }),
    said: sent => (sent ? 'Entry deleted.' : `Entry deleted. ${SENT_LATER}`),
    undo: () => callOrQueue(milestoneCalls.restore, { id }, { ...label, shows: back }),
    undoFailed: 'We couldn’t restore the entry.',
    destructive: true,
    settle: () => refetchTimeline(client, lead_id),
  })
}
