import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import type { consentRequestCalls } from '../contract.ts'
import { askForConsent, giveConsent, openRequest, questionOf } from './commands.ts'

export const consentRequestHandlers: Handlers<typeof consentRequestCalls> = {
  async ask(ctx, { id, channel }) {
    const asked = await askForConsent(ctx, await requireLead(ctx, id), channel)
    ctx.audit({ subject: 'lead', subject_id: id, after: { asked_for_consent: channel } })
    return asked
  },

  question: async (ctx, { token }) => questionOf(ctx, await openRequest(ctx, token)),

  async give(ctx, { token, channels }) {
    // Whoever holds the link acts as the lead, also in a browser where somebody is signed in.
    const change = { ...ctx, author: null }
    const leadId = await giveConsent(change, token, channels)
    ctx.audit({ subject: 'lead', subject_id: leadId, after: { consent: channels } })
    return questionOf(ctx, await openRequest(change, token))
  },
}
