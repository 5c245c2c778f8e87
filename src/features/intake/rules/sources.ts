/** Days of the small chart beside a source, today included. */
export const DAYS_SHOWN = 14
/** A source is quiet when so many times its usual gap between two events has passed. */
export const QUIET_AFTER = 2
/** How long the old key of a source stays valid beside a new one. */
export const OVERLAP_DAYS = 7

/** The key of a source of the demo, such as `kt_live_demo_property`; anybody may know it, as the demo holds nobody's data. */
export const demoKey = (name: string): string => `kt_live_demo_${name}`

/** What screens show of a key: its first and last characters. */
export const hintOf = (key: string): string => `${key.slice(0, 8)}…${key.slice(-4)}`

interface SourceState {
  is_active: boolean
  is_mapped: boolean
  unread: number
  is_quiet: boolean
  keys: readonly { expires_at: string | null }[]
}

/** How a source stands, in order of urgency. */
export type StateOfSource = 'off' | 'unread' | 'not mapped' | 'old key' | 'quiet' | 'receiving'

/** The one thing that is said of a source. */
export function stateOf({ is_active, is_mapped, unread, is_quiet, keys }: SourceState): StateOfSource {
  if (!is_active) return 'off'
  if (unread > 0) return 'unread'
  if (!is_mapped) return 'not mapped'
  if (keys.some(({ expires_at }) => expires_at !== null)) return 'old key'
  return is_quiet ? 'quiet' : 'receiving'
}

/** What leads have as their source that began with a call or a text of a number that nobody knew. */
export const callerSources = ['Phone call', 'Text message'] as const
