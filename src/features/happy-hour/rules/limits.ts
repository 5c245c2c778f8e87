/** The longest that a session, or the wait between two claims, may be. */
export const MAX_SESSION_MINUTES = 24 * 60

/** The most that settings may allow to claim in one session. */
export const MAX_CLAIMS = 100

/** Which agents with the feature may join. */
export const joinKinds = ['everyone', 'teams', 'agents'] as const

/** Sessions that a report lists one by one. */
export const MAX_SESSIONS = 500

/** The longest time between the first and the last day of a report. */
export const MAX_REPORT_DAYS = 366
