import type { AgentLine, EveningLine, Figures, SessionLine, Totals } from '../contract.ts'

/** Seconds within which a first follow-up is in time. */
export const IN_TIME_SECONDS = 300

/** The bars of the time to the first follow-up: their label, and the seconds that each stays under. */
export const followUpBuckets = [
  { label: '<1', under: 60 },
  { label: '1–2', under: 120 },
  { label: '2–3', under: 180 },
  { label: '3–5', under: 300 },
  { label: '5–10', under: 600 },
  { label: '10+', under: Number.POSITIVE_INFINITY },
] as const

/** The bar of claims without a follow-up stands behind all others. */
export const NO_FOLLOW_UP = followUpBuckets.length

/** A claim as reports count it. */
export interface CountedClaim {
  session_id: number
  /** From claim to first follow-up; `null` without one. */
  follow_up_seconds: number | null
  connected: boolean
  showing: boolean
  converted: boolean
}

/** A session as reports count it. */
export interface CountedSession {
  id: number
  agent: { id: number; name: string }
  /** yyyy-MM-dd. */
  day: string
  started_at: string
  ended_at: string
}

const bucketOf = (seconds: number | null): number =>
  seconds === null ? NO_FOLLOW_UP : followUpBuckets.findIndex(({ under }) => seconds < under)

/** The middle of some numbers, rounded; of two in the middle, halfway between them. `null` for none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  if (upper === undefined) return null
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper
  return Math.round((lower + upper) / 2)
}

/** The figures of some claims. */
export function figuresOf(claims: readonly CountedClaim[]): Figures {
  const seconds = claims.flatMap(({ follow_up_seconds }) => follow_up_seconds ?? [])
  const follow_ups = Array.from({ length: NO_FOLLOW_UP + 1 }, () => 0)
  for (const { follow_up_seconds } of claims) {
    const bucket = bucketOf(follow_up_seconds)
    follow_ups[bucket] = (follow_ups[bucket] ?? 0) + 1
  }
  const countOf = (is: (claim: CountedClaim) => boolean) => claims.filter(is).length
  return {
    claims: claims.length,
    followed_up: seconds.length,
    in_time: seconds.filter(one => one < IN_TIME_SECONDS).length,
    connected: countOf(claim => claim.connected),
    showings: countOf(claim => claim.showing),
    converted: countOf(claim => claim.converted),
    follow_up_seconds: medianOf(seconds),
    follow_ups,
  }
}

/** The figures of all claims, with how many sessions, agents and evenings they come from. */
export const totalsOf = (sessions: readonly CountedSession[], claims: readonly CountedClaim[]): Totals => ({
  ...figuresOf(claims),
  sessions: sessions.length,
  agents: new Set(sessions.map(({ agent }) => agent.id)).size,
  evenings: new Set(sessions.map(({ day }) => day)).size,
})

type ClaimsOfSession = ReadonlyMap<number, readonly CountedClaim[]>

/** Sessions and their claims, by a name that several of them share. */
function groupsOf<Key>(
  sessions: readonly CountedSession[],
  claims: ClaimsOfSession,
  keyOf: (one: CountedSession) => Key,
) {
  return [...Map.groupBy(sessions, keyOf)].map(([key, own]) => ({
    key,
    sessions: own,
    figures: figuresOf(own.flatMap(({ id }) => claims.get(id) ?? [])),
  }))
}

/** What sessions and their claims came to: by agent (most claims first), by evening, and by session (the newest first). */
export function reportOf(sessions: readonly CountedSession[], claims: readonly CountedClaim[]) {
  const bySession: ClaimsOfSession = Map.groupBy(claims, ({ session_id }) => session_id)
  const agents = groupsOf(sessions, bySession, ({ agent }) => agent.id)
  const evenings = groupsOf(sessions, bySession, ({ day }) => day)
  return {
    totals: totalsOf(sessions, claims),
    agents: agents
      .flatMap(({ sessions: own, figures }): AgentLine[] =>
        own[0] ? [{ agent: own[0].agent, sessions: own.length, ...figures }] : [],
      )
      .sort((one, other) => other.claims - one.claims || one.agent.name.localeCompare(other.agent.name)),
    evenings: evenings
      .map(({ key, sessions: own, figures }): EveningLine => ({ day: key, sessions: own.length, ...figures }))
      .sort((one, other) => one.day.localeCompare(other.day)),
    sessions: sessions
      .map(({ day: _, ...session }): SessionLine => ({ ...session, ...figuresOf(bySession.get(session.id) ?? []) }))
      .sort((one, other) => Date.parse(other.started_at) - Date.parse(one.started_at) || other.id - one.id),
  }
}
