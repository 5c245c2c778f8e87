/** What the product is connected to. */
export const providerNames = {
  identity: 'Sign-in',
  mail: 'E-mail (SMTP)',
  texts: 'Texts (Twilio)',
  calls: 'Calls (Twilio)',
  gmail: 'Gmail',
  google_calendar: 'Google Calendar',
  listings: 'Listing feed (MLS)',
  dotloop: 'Dotloop',
  lone_wolf: 'Lone Wolf',
} as const
export type ProviderId = keyof typeof providerNames
export const providerIds = Object.keys(providerNames) as [ProviderId, ...ProviderId[]]

/** How a provider stands: not set up; set up and never used; its last use failed; all is well. */
export const healthStates = ['off', 'unused', 'failing', 'healthy'] as const
export type HealthState = (typeof healthStates)[number]

/** What the product has seen of a provider. */
export interface Sightings {
  is_configured: boolean
  last_success_at: string | null
  last_failure_at: string | null
}

/** How a provider stands, by what came last. */
export function healthOf({ is_configured, last_success_at, last_failure_at }: Sightings): HealthState {
  if (!is_configured) return 'off'
  if (last_failure_at !== null && (last_success_at === null || last_failure_at > last_success_at)) return 'failing'
  return last_success_at === null ? 'unused' : 'healthy'
}
