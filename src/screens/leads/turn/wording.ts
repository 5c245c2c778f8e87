import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { ago, daysSince, timeOfDay } from '../../../platform/web/time/time.ts'

type Facts = Pick<LeadRow, 'created_at' | 'last_active_at' | 'last_contacted_at' | 'was_active' | 'sites' | 'source'>

/** A visit this much later than the sign-up is another one. */
const BACK_AFTER_MS = 30 * 60_000

/** Why a new lead is worth a call now: where it comes from, whether it came back, whether anybody was in touch. */
export function whyNow(lead: Facts, now: Date, zone: string): string {
  const where = lead.sites[0]?.name ?? lead.source
  const signedUp = `Signed up ${inSentence(ago(lead.created_at, now, zone))}${where ? ` on ${where}` : ''}`
  const contact = lead.last_contacted_at
    ? `Last contact ${inSentence(ago(lead.last_contacted_at, now, zone))}.`
    : 'Has not been contacted.'
  return `${signedUp}${backSince(lead, now, zone)}. ${contact}`
}

function backSince({ created_at, last_active_at, was_active }: Facts, now: Date, zone: string): string {
  if (!was_active || Date.parse(last_active_at) < Date.parse(created_at) + BACK_AFTER_MS) return ''
  if (daysSince(last_active_at, now, zone) === 0) return ` and was back at ${timeOfDay(last_active_at, zone)}`
  return ` and was back ${inSentence(ago(last_active_at, now, zone))}`
}

const inSentence = (text: string): string => text.replace(/^Today/, 'today').replace(/^now$/, 'just now')

/** What a lead is called in a short sentence. */
export const firstNameOf = (lead: Pick<LeadRow, 'first_name' | 'last_name'>): string =>
  lead.first_name.trim() || leadName(lead)
