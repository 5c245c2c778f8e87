import type { Session } from '../../features/people/web/client/viewer.ts'
import { APP_VERSION } from '../../platform/wire/envelope.ts'

/** A fact in two parts: what it is, and how it stands. */
export interface Fact {
  name: string
  value: string
}

const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.toSorted().join(', '))

/** Who is signed in, and what they may do. */
export function accountFacts({ user, permissions }: Pick<Session, 'user' | 'permissions'>): Fact[] {
  if (!user) return []
  return [
    { name: 'User', value: String(user.id) },
    { name: 'Agent', value: user.agent_id === null ? 'none' : String(user.agent_id) },
    { name: 'Acting as another user', value: user.is_possessed ? 'yes' : 'no' },
    { name: 'Time zone', value: user.zone },
    { name: 'Permissions', value: list(permissions) },
    { name: 'Features', value: list(user.features) },
  ]
}

/** What is asked of the browser itself. */
export interface BrowserState {
  userAgent: string
  language: string
  zone: string
  width: number
  height: number
  isOnline: boolean
  hasServiceWorker: boolean
  stored: number | null
}

const MEGABYTE = 1_048_576

/** The browser, its window, and what it stores for this site (bytes). */
export const browserFacts = (state: BrowserState, serverVersion: string | null): Fact[] => [
  { name: 'Version of this page', value: APP_VERSION },
  { name: 'Version of the server', value: serverVersion ?? 'unknown' },
  { name: 'Network', value: state.isOnline ? 'there' : 'away' },
  { name: 'Works offline', value: state.hasServiceWorker ? 'yes' : 'no' },
  {
    name: 'Stored on this device',
    value: state.stored === null ? 'unknown' : `${(state.stored / MEGABYTE).toFixed(1)} MB`,
  },
  { name: 'Window', value: `${state.width} × ${state.height}` },
  { name: 'Language', value: state.language },
  { name: 'Time zone of the device', value: state.zone },
  { name: 'Browser', value: state.userAgent },
]

/** All of it as text, for a report to support. */
export const factsText = (facts: readonly Fact[]): string =>
  facts.map(({ name, value }) => `${name}: ${value}`).join('\n')
