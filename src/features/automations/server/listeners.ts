import type { Change } from '../../../platform/server/context.ts'
import { conversationsAmong } from '../../campaigns/rules/conversations.ts'
import { dealStatusChanged } from '../../deals/events.ts'
import {
  leadAgentsChanged,
  leadStatusesChanged,
  leadsClaimed,
  leadsCreated,
  leadsMerged,
  leadsRemoved,
} from '../../leads/events.ts'
import { type AddedMilestones, milestonesAdded } from '../../milestones/events.ts'
import { milestoneType, signalOf } from '../../milestones/rules.ts'
import { opportunityRaised } from '../../opportunities/events.ts'
import { userChanged } from '../../people/events.ts'
import { requestSubmitted } from '../../requests/events.ts'
import { tagMerged, tagsChanged } from '../../tags/events.ts'
import { textReceived } from '../../text-messages/events.ts'
import { keywordOf } from '../../text-messages/rules/keywords.ts'
import { bogusFlagged } from '../../transfers/events.ts'
import { recordEvents } from './commands/journal.ts'
import { switchItselfOff } from './commands/selfStop.ts'
import { stopRuns } from './commands/stop.ts'
import { onOfAgent } from './queries/automations.ts'
import { replaceTag } from './queries/versions.ts'

/** Writes down what triggers ask about, in the transaction in which it happens. */
export function keepJournal(): void {
  // Nobody waits for a call who came with a file.
  leadsCreated.on((ctx, { leads, is_import }) =>
    recordEvents(
      ctx,
      is_import ? [] : leads.map(({ id, source }) => ({ kind: 'lead_created', lead_id: id, detail: { source } })),
    ),
  )
  leadsClaimed.on((ctx, { leads, by }) =>
    recordEvents(
      ctx,
      leads.map(({ id }) => ({ kind: 'lead_claimed', lead_id: id, detail: { by } })),
    ),
  )
  leadStatusesChanged.on((ctx, { leads }) =>
    recordEvents(
      ctx,
      leads.map(({ id, before, after }) => ({ kind: 'status_changed', lead_id: id, detail: { before, after } })),
    ),
  )
  tagsChanged.on((ctx, { changes, kind }) =>
    recordEvents(
      ctx,
      changes.map(({ lead_id, tag_id }) => ({
        kind: kind === 'added' ? 'tag_added' : 'tag_removed',
        lead_id,
        detail: { tag_id },
      })),
    ),
  )
  opportunityRaised.on((ctx, { opportunities }) =>
    recordEvents(
      ctx,
      opportunities.map(({ lead_id, opportunity_type_id: type }) => ({
        kind: 'opportunity_created',
        lead_id,
        detail: { type },
      })),
    ),
  )
  requestSubmitted.on((ctx, { lead_id, kind }) =>
    recordEvents(ctx, [{ kind: 'request_submitted', lead_id, detail: { kind } }]),
  )
  dealStatusChanged.on((ctx, { lead_ids, before, after }) =>
    recordEvents(
      ctx,
      lead_ids.map(lead_id => ({ kind: 'deal_status_changed', lead_id, detail: { before, after } })),
    ),
  )
  textReceived.on(async (ctx, { lead_id, body }) => {
    // A word that asks for help or ends texts is no message.
    if (keywordOf(body) === null)
      await recordEvents(ctx, [{ kind: 'message_received', lead_id, detail: { channel: 'text' } }])
  })
  milestonesAdded.on((ctx, { milestones }) => recordConversations(ctx, milestones))
}

/** Contacts, and messages from leads that a person logged or the mailbox brought. */
async function recordConversations(ctx: Change, milestones: AddedMilestones['milestones']): Promise<void> {
  const { replied } = conversationsAmong(milestones)
  const emailed = new Set(milestones.flatMap(one => (one.milestone_type_id === milestoneType.email ? one.lead_id : [])))
  const contacted = milestones.flatMap(({ milestone_type_id, lead_id }) =>
    signalOf(milestone_type_id)?.contacted ? lead_id : [],
  )
  await recordEvents(ctx, [
    ...replied.map(lead_id => ({
      kind: 'message_received' as const,
      lead_id,
      detail: { channel: emailed.has(lead_id) ? 'email' : 'text' },
    })),
    ...[...new Set(contacted)].map(lead_id => ({ kind: 'contacted' as const, lead_id })),
  ])
}

/** Ends runs of leads that are gone, and of an agent's automations on leads that are no longer theirs. */
export function followLeads(): void {
  leadsRemoved.on((ctx, { leads }) => stopRuns(ctx, { lead_ids: leads.map(({ id }) => id) }, 'lead_deleted'))
  leadsMerged.on((ctx, { merged_id }) => stopRuns(ctx, { lead_ids: [merged_id] }, 'lead_merged'))
  bogusFlagged.on(async (ctx, { id, is_bogus }) => {
    if (is_bogus) await stopRuns(ctx, { lead_ids: [id] }, 'bogus')
  })
  leadAgentsChanged.on((ctx, { leads }) => stopRuns(ctx, { left_agents_of: leads.map(({ id }) => id) }, 'not_reached'))
}

/** Puts right what definitions name: a tag that was merged is the other one, and an agent who left has no automations that are on. */
export function followRecords(): void {
  tagMerged.on((ctx, { from, into }) => replaceTag(ctx, from, into))
  userChanged.on(async (ctx, { agent_id, is_active }) => {
    if (agent_id === null || is_active) return
    for (const automation of await onOfAgent(ctx, agent_id)) await switchItselfOff(ctx, automation, 'agent_left')
  })
}
