/** What a key may be allowed. All of it is reading: leads come in through the doors of intake, which have keys of their own. */
export const keyScopes = ['leads:read', 'deals:read', 'listings:read', 'people:read'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The scopes as screens name them. */
export const scopeLabels: Readonly<Record<KeyScope, string>> = {
  'leads:read': 'Read leads with their notes, tasks and timelines',
  'deals:read': 'Read deals, their documents and checklists',
  'listings:read': 'Read listings of the feed and of the brokerage',
  'people:read': 'Read who works here, and the teams',
}

/** Names of the features whose reading calls a scope opens. */
const featuresOf: Readonly<Record<KeyScope, readonly string[]>> = {
  'leads:read': ['leads', 'tags', 'notes', 'tasks', 'milestones', 'timeline', 'requests', 'showings', 'consent'],
  'deals:read': ['deals', 'deal-documents', 'checklists'],
  'listings:read': ['listings', 'brokerage-listings'],
  'people:read': ['people', 'team'],
}

/** Calls about the caller's own sign-in, which a key has none of, and about who may do what. */
const withheld = /^(login|feature|permissions)(\/|$)/

/** A call, as far as the scopes look at it. */
interface AskedCall {
  feature: string
  call: { kind: string; method: string; path: string }
}

/** Whether a key with these scopes may make a call: it must be a GET that only reads, of a feature that one of them opens. */
export const mayCall = (scopes: readonly string[], { feature, call }: AskedCall): boolean =>
  call.kind === 'read' &&
  call.method === 'GET' &&
  !withheld.test(call.path) &&
  keyScopes.some(scope => scopes.includes(scope) && featuresOf[scope].includes(feature))
