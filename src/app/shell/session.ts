import type { Person } from './access.ts'

/** The part of the session that the shell reads. */
export interface ShellSession extends Person {
  authenticated: boolean
  isPossessed: boolean
  defaultPage: string
  user: {
    id: number
    agent_id: number | null
    firstName: string
    lastName: string
    email: string
    lead_transfers?: readonly unknown[]
  } | null
  scopes: { hasEmailAccess: boolean; hasCalendarAccess: boolean; scopesLoading: boolean }
  logout: () => unknown
}

const found = import.meta.glob<{ useSession: () => ShellSession }>('../../features/people/web/session.{ts,tsx}', {
  eager: true,
})
const preview: ShellSession = {
  authenticated: true,
  isPossessed: false,
  defaultPage: '/leads',
  isAdmin: true,
  isAgent: true,
  isDealsAdmin: false,
  permissions: ['view_all_leads', 'view_leads', 'view_profiles_for_leads', 'can_view_team'],
  user: { id: 1, agent_id: 1, firstName: 'Maya', lastName: 'Lindqvist', email: 'maya@keyturn.test' },
  scopes: { hasEmailAccess: true, hasCalendarAccess: true, scopesLoading: false },
  logout: () => undefined,
}

/** The session of this browser. */
export const useSession: () => ShellSession = Object.values(found)[0]?.useSession ?? (() => preview)
