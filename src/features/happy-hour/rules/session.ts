const MINUTE = 60_000

/** What the settings say about one session. */
export interface SessionRules {
  session_minutes: number
  minutes_between_claims: number
  max_claims: number
  follow_up_first: boolean
}

/** A session as its rules look at it; `claims` are the times of its claims, in order. */
export interface RunningSession {
  sessionStart: Date
  sessionEnd: Date
  /** Ended by hand. */
  endedAt: Date | null
  claims: readonly Date[]
  /** A lead that was claimed in this window still waits for its first call, text or e-mail. */
  awaitsFollowUp: boolean
}

/** When a session ends that begins now: after its minutes, but never past the end of the window. */
export const sessionEndOf = (now: Date, windowEnd: Date, { session_minutes }: SessionRules): Date =>
  new Date(Math.min(now.getTime() + session_minutes * MINUTE, windowEnd.getTime()))

/** A session is active until its end, unless it was ended before. */
export const isActiveAt = ({ sessionStart, sessionEnd, endedAt }: RunningSession, now: Date): boolean =>
  endedAt === null && sessionStart <= now && now < sessionEnd

/**
 * When the next lead can be claimed, the follow-up aside: at once, or some minutes after the last claim. `null` when every
 * claim is used, or that time lies behind the end of the session.
 */
export function nextClaimAt(session: RunningSession, rules: SessionRules): Date | null {
  const last = session.claims.at(-1)
  if (!last) return session.sessionStart
  if (session.claims.length >= rules.max_claims) return null
  const next = new Date(last.getTime() + rules.minutes_between_claims * MINUTE)
  return next < session.sessionEnd ? next : null
}

/** Why somebody cannot claim now. */
export type ClaimRefusal = 'not active' | 'no claims left' | 'too early' | 'no follow-up'

/** Whether the next lead can be claimed now; the reason when it cannot. */
export function claimRefusal(session: RunningSession, rules: SessionRules, now: Date): ClaimRefusal | null {
  if (!isActiveAt(session, now)) return 'not active'
  const next = nextClaimAt(session, rules)
  if (next === null) return 'no claims left'
  if (rules.follow_up_first && session.awaitsFollowUp) return 'no follow-up'
  return now < next ? 'too early' : null
}

/** What somebody hears who cannot claim now. */
export const refusalSentences: Readonly<Record<ClaimRefusal, string>> = {
  'not active': 'Start a session first.',
  'no claims left': 'You have used every claim of this session.',
  'no follow-up': 'Call, text or e-mail the lead you claimed first.',
  'too early': 'You cannot claim the next lead yet.',
}

export const CLOSED_SENTENCE = 'Happy hour is closed now.'
export const NOT_INVITED_SENTENCE = 'Happy hour is not open to you.'
export const NO_LEAD_SENTENCE = 'There is no lead to claim right now.'
export const SWITCHED_OFF_SENTENCE = 'Happy hour is not switched on for you.'
