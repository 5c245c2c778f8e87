import { EXCLUDED_STATUS, isMarketingEligible } from '../../leads/rules.ts'

/** What of a lead decides whether an alert may go out. */
export interface Recipient {
  email: string | null
  is_email_valid: boolean
  is_gone: boolean
  subscribed_alert: boolean
  status_value: number
  member_type: string
  last_active_at: string | null
  last_contacted_at: string | null
}

/** Every reason why a lead may not be sent alerts now, a sentence each; consent is asked besides. */
export function refusalsOf(lead: Recipient, now: Date): string[] {
  if (lead.is_gone) return ['This lead is no longer active.']
  const reasons: string[] = []
  if (!lead.email) reasons.push('This lead has no e-mail address.')
  else if (!lead.is_email_valid) reasons.push('The e-mail address of this lead does not work.')
  if (lead.status_value === EXCLUDED_STATUS) reasons.push('The status of this lead excludes it from marketing.')
  if (!lead.subscribed_alert) reasons.push('This lead is not subscribed to alerts.')
  const isSaidAlready = !lead.is_email_valid && lead.member_type === 'bounced'
  if (lead.member_type !== 'normal' && !isSaidAlready) reasons.push(memberSentence(lead.member_type))
  const isOnlyQuiet = reasons.length === 0 && !isMarketingEligible(lead, now)
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
