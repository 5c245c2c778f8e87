/** Steps that follow each other, or one e-mail to a list of leads. */
export const campaignKinds = ['series', 'one_off'] as const
export type CampaignKind = (typeof campaignKinds)[number]

/** How a campaign stands on a lead. */
export const instanceStates = ['running', 'paused', 'finished', 'stopped', 'connected'] as const
export type InstanceState = (typeof instanceStates)[number]

/** How it was started. */
export const startWays = ['by_hand', 'bulk', 'assigned', 'happy_hour', 'automation', 'view'] as const
export type StartWay = (typeof startWays)[number]

/** Why a campaign no longer runs on a lead, with the words that follow its state. */
export const stopReasons = {
  finished: 'Finished, all steps done',
  by_hand: 'Stopped by hand',
  status: 'Stopped: status Not interested',
  unsubscribed: 'Consent was withdrawn',
  bad_address: 'The e-mail address does not work',
  bad_number: 'The phone number does not work',
  transferred: 'The lead went to another agent',
  replied: 'Connected: the lead replied',
  called: 'Connected: a call of 30 seconds or more',
  merged: 'The lead was merged into another',
  deleted: 'The lead was deleted',
  bogus: 'The lead was marked as bogus',
  campaign_removed: 'The campaign was deleted',
  switched_off: 'The campaign was switched off',
  automation: 'Stopped by an automation',
} as const
export type StopReason = keyof typeof stopReasons

/** Reasons that mean that the lead can no longer be reached, or no longer wants to be. */
export const unreachableReasons: readonly StopReason[] = ['unsubscribed', 'bad_address', 'bad_number', 'bogus']

/** The state in which a reason leaves a campaign. */
export function stateAfter(reason: StopReason): Extract<InstanceState, 'finished' | 'stopped' | 'connected'> {
  if (reason === 'finished') return 'finished'
  return reason === 'replied' || reason === 'called' ? 'connected' : 'stopped'
}

/** A connected call of so many seconds is a conversation. */
export const CONNECTED_SECONDS = 30

/** What became of a step. */
export const stepStates = ['waiting', 'sent', 'task', 'refused', 'skipped', 'expired', 'cancelled'] as const
export type StepState = (typeof stepStates)[number]

/** How far a campaign is on a lead: per cent of its steps. */
export const progressOf = (done: number, steps: number): number =>
  steps === 0 ? 0 : Math.min(100, Math.round((done / steps) * 100))

/** Who may change a campaign: a default one administrators, a team's its lead, too, any other its agent. */
export function mayChangeCampaign(
  campaign: { agent_id: number | null; team_lead_agent_id: number | null },
  viewer: { agent_id: number | null; isAdmin: boolean },
): boolean {
  if (viewer.isAdmin) return true
  if (viewer.agent_id === null) return false
  return campaign.agent_id === viewer.agent_id || campaign.team_lead_agent_id === viewer.agent_id
}
