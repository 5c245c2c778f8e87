import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { instantText, parseInstant } from '../../../platform/wire/fields.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import type { snoozeCalls } from '../contract.ts'
import { endSnooze, snoozeLead } from './commands/snooze.ts'
import { snoozePage } from './queries.ts'

export const snoozeHandlers: Handlers<typeof snoozeCalls> = {
  async store(ctx, { id, snooze_until }) {
    const lead = await lockLead(ctx, id)
    const until = parseInstant(snooze_until) ?? ctx.now
    await snoozeLead(ctx, lead, until)
    const { first_name, last_name } = lead
    ctx.audit({
      subject: 'lead',
      subject_id: id,
      before: { snoozed_until: lead.snoozed_until },
      after: { snoozed_until: instantText(until) },
    })
    return { id, first_name, last_name, date: instantText(until) }
  },

  async wake(ctx, { id }) {
    await requireLead(ctx, id)
    await endSnooze(ctx, [id])
    return { id }
  },

  list: (ctx, asked) => snoozePage(ctx, asked),
}
