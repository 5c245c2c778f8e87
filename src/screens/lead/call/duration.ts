const MINUTE = 60_000
/** Somebody who comes back after longer than this has not been on the phone all the time. */
const MAX_CALL_MS = 3 * 60 * MINUTE

/** How long somebody was away for a call: "12 min"; empty where that says nothing. */
export function durationText({ startedAt, endedAt }: { startedAt: number; endedAt: number | null }): string {
  const passed = endedAt === null ? 0 : endedAt - startedAt
  return passed < MINUTE || passed > MAX_CALL_MS ? '' : `${Math.round(passed / MINUTE)} min`
}
