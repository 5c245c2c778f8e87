import { EXCLUDED_STATUS, isMarketingEligible } from '../../leads/rules.ts'

/** What of a lead decides whether marketing may be sent to them. */
export interface MarketingFacts {
  email: string | null
  is_email_valid: boolean
  subscribed_alert: boolean
  status_value: number
  member_type: string
  last_active_at: string | null
  last_contacted_at: string | null
}

/** Every reason why a lead is not sent marketing now, a sentence each; consent is asked besides. */
export function marketingReasons(lead: MarketingFacts, now: Date): string[] {
  const reasons: string[] = []
  if (lead.status_value === EXCLUDED_STATUS) reasons.push('The status of this lead excludes it from marketing.')
  if (!lead.subscribed_alert) reasons.push('This lead is not subscribed to alerts.')
  const isSaidAlready = !lead.is_email_valid && lead.member_type === 'bounced'
  if (lead.member_type !== 'normal' && !isSaidAlready) reasons.push(memberSentence(lead.member_type))
  const isOnlyQuiet = reasons.length === 0 && lead.email && lead.is_email_valid && !isMarketingEligible(lead, now)
  if (isOnlyQuiet) reasons.push('This lead has not been active or contacted in the past 2 years.')
  return reasons
}

const memberSentences: Readonly<Record<string, string>> = {
  unsubscribed: 'This lead is unsubscribed from marketing e-mail.',
  held: 'Marketing e-mail to this lead is held.',
  bounced: 'Marketing e-mail to this lead bounced.',
}

const memberSentence = (memberType: string): string =>
  memberSentences[memberType] ?? 'This lead is not on the list for marketing e-mail.'
