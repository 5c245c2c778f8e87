import { shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import { roleLabels } from '../../../leads/rules.ts'
import type { Campaign, LeadCampaign } from '../../contract/records.ts'
import { stopReasons } from '../../rules/instances.ts'
import { oneOffState, oneOffStates, sendingTime } from './oneOff.ts'

/** "Nov 20, 9:00 AM". */
export const whenText = (instant: string, now: Date, zone?: string): string =>
  `${shortDay(instant, now, zone)}, ${timeOfDay(instant, zone)}`

const rolePlurals: Readonly<Record<string, string>> = { precon_lead: 'Pre-construction leads' }

/** For whom a campaign is: "Buyers of condos.test", "All leads, Waterfront team". */
export function audienceText({
  role,
  site_name,
  team_name,
}: Pick<Campaign, 'role' | 'site_name' | 'team_name'>): string {
  const who = role === null ? 'All leads' : (rolePlurals[role] ?? `${roleLabels[role]}s`)
  return [`${who}${site_name ? ` of ${site_name}` : ''}`, team_name].filter(Boolean).join(', ')
}

/** How it begins and ends: "Buyers of condos.test · starts when a lead is assigned · stops after connection". */
export const campaignLine = (campaign: Campaign): string =>
  [
    audienceText(campaign),
    campaign.auto_add && 'starts when a lead is assigned',
    campaign.is_happy_hour_campaign && 'starts on a claim in happy hour',
    campaign.view !== null && campaign.view.problem === null && 'takes in whoever comes to match a view',
    !campaign.auto_add && !campaign.is_happy_hour_campaign && campaign.view === null && 'started by hand',
    campaign.stop_after_connection && 'stops after connection',
  ]
    .filter(Boolean)
    .join(' · ')

/** "Sent", "Going out, Nov 30 at 9:00 AM, their time". */
export function oneOffText(campaign: Campaign, now: Date): string {
  const state = oneOffState(campaign)
  return state === 'waiting' || state === 'preparing'
    ? `${oneOffStates[state]}, ${sendingTime(campaign, now)}`
    : oneOffStates[state]
}

/** What comes next of a campaign, or why nothing does. */
export function nextText(campaign: Campaign, now: Date): string {
  if (campaign.kind === 'one_off') return oneOffText(campaign, now)
  if (campaign.state === 'draft') return campaign.problem ? `Draft: ${campaign.problem}` : 'Draft'
  if (campaign.problem) return campaign.problem
  if (campaign.state === 'off') {
    const by = campaign.state_changed_by ? ` by ${campaign.state_changed_by}` : ''
    const since = campaign.state_changed_at ? `, ${shortDay(campaign.state_changed_at, now)}` : ''
    return `${campaign.is_held ? 'Paused' : 'Switched off'}${by}${since}`
  }
  return campaign.nextStep ? whenText(campaign.nextStep.scheduled_at, now) : '–'
}

/** Why a campaign ended on a lead, in words. */
export function endText({ stop_reason, stop_detail, stopped_by }: LeadCampaign): string {
  if (stop_reason === null) return ''
  const by = stop_reason === 'by_hand' && stopped_by ? `Stopped by ${stopped_by}` : stopReasons[stop_reason]
  return [by, stop_detail].filter(Boolean).join(': ')
}

/** What a campaign that runs on a lead does next. */
export function instanceText(
  instance: Pick<LeadCampaign, 'is_held' | 'state' | 'paused_until' | 'next_task'>,
  now: Date,
  zone?: string,
): string {
  if (instance.is_held) return 'The campaign is switched off'
  if (instance.state === 'paused')
    return instance.paused_until ? `Paused until ${whenText(instance.paused_until, now, zone)}` : 'Paused'
  const { next_task: next } = instance
  return next ? `Next: ${next.name}, ${whenText(next.scheduled_at, now, zone)}` : 'Nothing left'
}
