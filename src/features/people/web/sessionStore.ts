import { setBearerToken } from '../../../platform/web/calls/credentials.ts'
import { setDeviceOwner } from '../../../platform/web/owner.ts'
import { type ExampleOf, resembles, storage } from '../../../platform/web/storage.ts'
import { setOwnZone } from '../../../platform/web/time/ownZone.ts'
import type { Permission } from '../../../platform/wire/call.ts'
import type { AuthenticatedUser, FeatureCheck } from '../contract/people.ts'
import { defaultPageOf } from './sign-in/landing.ts'
import { type Scopes, scopesOf } from './sign-in/scopes.ts'

export const SESSION_KEY = 'session'

/** Everything the browser knows about who is signed in. */
export interface SessionState {
  authenticated: boolean
  isPossessed: boolean
  defaultPage: string
  isAdmin: boolean
  isAgent: boolean
  isDealsAdmin: boolean
  permissions: readonly Permission[]
  user: AuthenticatedUser | null
  scopes: Scopes & { scopesLoading: boolean; error: string | null }
  /** Answers of the feature checks that ran so far, by name. */
  features: Readonly<Record<string, FeatureCheck | undefined>>
  /** A sign-in or possession is under way. */
  loading: boolean
  /** Why the last sign-in failed; shown in red under the button. */
  error: string | null
}

const signedOut: SessionState = {
  authenticated: false,
  isPossessed: false,
  defaultPage: '/login',
  isAdmin: false,
  isAgent: false,
  isDealsAdmin: false,
  permissions: [],
  user: null,
  scopes: { hasEmailAccess: false, hasCalendarAccess: false, scopesLoading: false, error: null },
  features: {},
  loading: false,
  error: null,
}

/** What a stored user must consist of. */
const exampleUser: ExampleOf<AuthenticatedUser> = {
  id: 0,
  agent_id: null,
  firstName: '',
  lastName: '',
  email: '',
  phone: null,
  zone: '',
  leadTypes: [],
  leadAreas: [],
  sites: [],
  features: [],
  team: null,
  is_agent: false,
  is_admin: false,
  is_deals_admin: false,
  is_possessed: false,
  isPossession: false,
  possessed_by: null,
  permissions: [],
  roles: [],
  google_scopes: [],
  token: '',
  hasDotloopAccount: false,
  tasksCount: 0,
  opportunitiesCount: 0,
  sent_transfers: [],
  lead_transfers: [],
}

let state: SessionState = restored()
const watchers = new Set<() => void>()

function change(next: Partial<SessionState>): void {
  state = { ...state, ...next }
  for (const watcher of watchers) watcher()
}

/** Persisted login: without a stored user it fails; with one, scopes and success are restored at once. */
function restored(): SessionState {
  const stored = storage.read(SESSION_KEY)
  if (!resembles(stored, exampleUser)) return signedOut
  adoptSession(stored)
  return { ...signedOut, ...stateOf(stored) }
}

/** From here on calls carry this person's token, what the device keeps is theirs, and times are meant where they work. */
function adoptSession(user: AuthenticatedUser | null): void {
  setBearerToken(user?.token ?? null)
  setOwnZone(user?.zone ?? null)
  setDeviceOwner(user?.id ?? null, user?.possessed_by?.id)
}

function stateOf(user: AuthenticatedUser): Partial<SessionState> {
  return {
    authenticated: true,
    isPossessed: user.is_possessed,
    defaultPage: defaultPageOf(user),
    isAdmin: user.is_admin,
    isAgent: user.is_agent,
    isDealsAdmin: user.is_deals_admin,
    // One that this page does not know is one that it does not ask for.
    permissions: user.permissions as Permission[],
    user,
    scopes: { ...scopesOf(user.google_scopes), scopesLoading: false, error: null },
    loading: false,
    error: null,
  }
}

/** The session and the transitions that it may make. The calls to the server are in `signIn.ts`. */
export const session = {
  read: (): SessionState => state,
  watch(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  },
  began(): void {
    change({ loading: true, error: null })
  },
  /** A user arrived from the server; kept in this browser with the time and the version. */
  succeeded(user: AuthenticatedUser): void {
    adoptSession(user)
    storage.write(SESSION_KEY, user)
    change(stateOf(user))
  },
  failed(sentence: string): void {
    change({ loading: false, error: sentence })
  },
  /** What was under way came to nothing; everything stays as it was. */
  settled(): void {
    change({ loading: false })
  },
  scopesAsked(): void {
    change({ scopes: { ...state.scopes, scopesLoading: true, error: null } })
  },
  scopesGranted(granted: string[]): void {
    if (!state.user) return
    const user = { ...state.user, google_scopes: granted }
    storage.write(SESSION_KEY, user)
    change({ user, scopes: { ...scopesOf(granted), scopesLoading: false, error: null } })
  },
  scopesRefused(sentence: string): void {
    change({ scopes: { ...state.scopes, scopesLoading: false, error: sentence } })
  },
  featureAnswered(name: string, answer: FeatureCheck): void {
    change({ features: { ...state.features, [name]: answer } })
  },
  /** Signed out on the way to a page that begins anew: this one stays as it is, or it would go to the sign-in by itself. */
  left(): void {
    adoptSession(null)
    storage.remove(SESSION_KEY)
    state = signedOut
  },
  /** Signed out; `sentence` tells why when the person did not ask for it. */
  ended(sentence: string | null = null): void {
    adoptSession(null)
    storage.remove(SESSION_KEY)
    state = { ...signedOut, error: sentence }
    for (const watcher of watchers) watcher()
  },
}

/** Whether protected pages open: scopes granted, or acting as somebody else. */
export const mayEnter = ({ authenticated, isPossessed, scopes }: SessionState): boolean =>
  authenticated && (isPossessed || (scopes.hasEmailAccess && scopes.hasCalendarAccess))
