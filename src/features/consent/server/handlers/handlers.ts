import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { parseInstant } from '../../../../platform/wire/fields.ts'
import { lockLead, requireLead } from '../../../leads/server/queries/leads.ts'
import type { Consents, consentCalls } from '../../contract.ts'
import { standingOf } from '../../rules.ts'
import { recordConsents } from '../commands.ts'
import { ledgerOf } from '../queries.ts'
import { proofFile } from './proof.ts'

/** Clocks differ a little; a time further ahead than this was mistyped. */
const MAX_AHEAD_MS = 5 * 60_000

export const consentHandlers: Handlers<typeof consentCalls> = {
  async list(ctx, { id }) {
    await requireLead(ctx, id)
    return consentsOf(ctx, id)
  },

  async record(ctx, { id, date, basis = null, covers: asked = null, ...given }) {
    await lockLead(ctx, id)
    if ((given.kind === 'implied') !== (basis !== null))
      throw invalid({ basis: ['Only implied consent can follow from an inquiry or a deal.'] })
    if (asked !== null && (given.kind !== 'withdrawn' || given.channel !== 'email'))
      throw invalid({ covers: ['Only a withdrawal of e-mail can be limited to commercial messages.'] })
    const covers = given.kind === 'withdrawn' && given.channel === 'email' ? (asked ?? 'commercial') : null
    const given_at = (date ? parseInstant(date) : null) ?? ctx.now
    if (given_at.getTime() > ctx.now.getTime() + MAX_AHEAD_MS)
      throw invalid({ date: ['date must not be in the future.'] })
    await recordConsents(ctx, [{ lead_id: id, ...given, covers, basis, given_at }])
    ctx.audit({ subject: 'lead', subject_id: id, after: { consent: { ...given, covers, basis, given_at } } })
    return consentsOf(ctx, id)
  },

  async proof(ctx, { id }, { sendFile }) {
    const lead = await requireLead(ctx, id)
    const file = await proofFile(ctx, lead)
    await ctx.transaction(async tx =>
      tx.audit({ subject: 'lead', subject_id: id, after: { consent: 'proof printed' } }),
    )
    sendFile(file)
    return {}
  },
}

async function consentsOf(ctx: QueryContext, leadId: number): Promise<Consents> {
  const history = await ledgerOf(ctx, leadId)
  return { ...standingOf(history.toReversed(), ctx.now), history }
}
