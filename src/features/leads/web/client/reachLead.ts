import { notify } from '../../../../platform/web/page/notices.ts'
import type { LeadRow } from '../../contract/record.ts'
import type { ContactChannel } from '../../rules.ts'
import { contactOf, mayTryText, type Reached, reachOf } from '../rules/reach.ts'
import { whyNotReached } from '../rules/unreached.ts'

const schemes = { call: 'tel', text: 'sms', email: 'mailto' } as const

/**
 * Calls a lead or writes to them with what this device has for it, as a press on a link does: what watches such links takes it
 * over. Says why where that is not worth a try. A number that has not taken a text yet is: it is how one finds out.
 */
export function reachLead(lead: Reached & Pick<LeadRow, 'id'>, channel: ContactChannel): void {
  const isWorthTrying = channel === 'text' ? mayTryText(lead) : reachOf(lead)[channel]
  if (!isWorthTrying) {
    notify(whyNotReached(lead)[channel], { tone: 'info' })
    return
  }
  const { phone, email } = contactOf(lead)
  const link = document.createElement('a')
  link.href = `${schemes[channel]}:${channel === 'email' ? email : phone}`
  link.dataset.callLead = `${lead.id}`
  document.body.append(link)
  link.click()
  link.remove()
}
