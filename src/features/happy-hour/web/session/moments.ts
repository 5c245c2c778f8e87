import type { HappyHourState } from '../../contract.ts'

/** Whether a session is active: the server says so, and its end has not come since. */
export const isSessionActive = (
  { isActive, sessionEnd }: { isActive: boolean; sessionEnd: string | null },
  now: number,
): boolean => isActive && sessionEnd !== null && now < Date.parse(sessionEnd)

/** Whether happy hour is held now. */
export const isLive = ({ session: { happyHour } }: HappyHourState, now: number): boolean =>
  happyHour !== null && Date.parse(happyHour.start) <= now && now < Date.parse(happyHour.end)

/** When happy hour looks different next without anybody doing anything; `null` when it never does. */
export function nextMoment({ session }: HappyHourState, now: number): number | null {
  const { nextClaimAt, sessionEnd, happyHour, isActive } = session
  const times = [nextClaimAt, isActive ? sessionEnd : null, happyHour?.start ?? null, happyHour?.end ?? null]
  const ahead = times.flatMap(time => (time !== null && Date.parse(time) > now ? [Date.parse(time)] : []))
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/** Milliseconds that the server's clock is ahead of this one; `updatedAt` is when its answer came. */
export const clockDifference = (state: HappyHourState | undefined, updatedAt: number): number =>
  state ? Date.parse(state.now) - updatedAt : 0
