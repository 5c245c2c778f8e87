import type { Change } from '../../../platform/server/context.ts'
import { leadAgentsChanged, leadMergeUndone, leadsCreated, leadsMerged, leadUpdated } from '../../leads/events.ts'
import { leadAudience } from '../../leads/server/commands/audience.ts'
import { sendingsEnded } from '../../outbound/events.ts'
import { notifyOfUndelivered } from '../../outbound/server/commands/notices.ts'
import { publishThread } from './commands/publish.ts'
import { addSentText } from './commands/report.ts'
import { adoptTexts } from './commands/words.ts'
import { writtenText } from './queries/texts.ts'
import { refreshThread, strangersAmong } from './queries/threads.ts'

/** Threads go with their leads: to whoever has that number now, to another agent, into one with a merge. */
export function followLeads(): void {
  leadsCreated.on((ctx, { leads }) => adoptStrangers(ctx, leads))
  leadUpdated.on(async (ctx, { id, after }) => {
    if ('phone' in after || 'phone_private' in after) await adoptStrangers(ctx, [{ id }])
  })
  leadAgentsChanged.on(async (ctx, { leads }) => {
    const agents = leads.flatMap(({ before, after }) => [{ agent_id: before }, { agent_id: after }])
    ctx.changed('texts', leads.length > MAX_NAMED ? [] : leads.map(({ id }) => id), leadAudience(agents))
  })
  leadsMerged.on((ctx, { id, agent_id }) => publishThread(ctx, { id, agent_id }))
  leadMergeUndone.on(async (ctx, { id, merged_id, agent_id }) => {
    await refreshThread(ctx, { lead_id: merged_id })
    await publishThread(ctx, { id, agent_id })
  })
}

/** What the provider took stands on the timeline, also when that was known late; of what it did not, the writer hears. */
export function followSentTexts(): void {
  sendingsEnded.on(async (ctx, { state, reason, sendings }) => {
    for (const { id, channel } of sendings) {
      const text = channel === 'text' ? await writtenText(ctx, { sending_id: id }) : null
      if (!text) continue
      if (state === 'sent') await addSentText(ctx, text)
      else if (text.is_by_hand)
        await notifyOfUndelivered(ctx, { ...text, sending_id: id, noun: 'text' }, { state, reason })
    }
  })
}

const MAX_NAMED = 200

/** What somebody wrote before they were known is theirs once their number is. */
async function adoptStrangers(ctx: Change, leads: readonly { id: number }[]): Promise<void> {
  const found = await strangersAmong(
    ctx,
    leads.map(({ id }) => id),
  )
  for (const { number, lead_id, agent_id } of found) {
    await adoptTexts(ctx, number, lead_id)
    await publishThread(ctx, { id: lead_id, agent_id })
  }
  if (found.length > 0) ctx.changed('texts', [], ['right:view_leads'])
}
