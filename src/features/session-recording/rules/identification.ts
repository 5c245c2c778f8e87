/** Whose screen is recorded, for one day. */
export interface Identification {
  id: number
  user_id: number
  /** Who really sits there: another than `user_id` while an administrator acts as them. */
  actor_user_id: number
  /** The day, yyyy-MM-dd, in the zone of the user. */
  day: string
}

/** Who is at the screen. */
export type Watched = Pick<Identification, 'user_id' | 'actor_user_id'>

/** The day that it is for somebody whose days begin in `zone`, as yyyy-MM-dd. */
export const dayAt = (now: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** Whether an identification still says who sits there today. It is refreshed when the user changes, and on a new day. */
export const isCurrent = (known: Identification, watched: Watched, today: string): boolean =>
  known.user_id === watched.user_id && known.actor_user_id === watched.actor_user_id && known.day === today
