import { isPathHere } from '../../rules.ts'

/** What the landing rule looks at. */
export interface Lander {
  roles: readonly { name: string }[]
  is_admin: boolean
  is_agent: boolean
  tasksCount: number
}

const holds = (person: Lander, ...names: string[]) => person.roles.some(role => names.includes(role.name))

/** The first page after signing in. The order of the rules is that of the specification (§2). */
export function defaultPageOf(person: Lander): string {
  if (holds(person, 'deals_admin', 'front_desk')) return '/deals'
  if (holds(person, 'super_admin')) return '/leads'
  // /tasks and /leads_v2 belong to agents; an administrator without an agent record has neither.
  if (person.is_admin && !person.is_agent) return '/leads'
  return person.tasksCount > 0 ? '/tasks' : '/leads_v2'
}

/** Whether `path` is an address of this product to which a person may be sent back. */
export const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && isPathHere(path) && !/^\/login(?:[/?#]|$)/.test(path)

/**
 * The page that somebody wanted who is sent to the sign-in. On the way there the address is already that of the sign-in;
 * the page is then the one that it names.
 */
export function wantedPage(href: string): string {
  const address = new URL(href, 'http://here.test')
  if (address.pathname !== '/login') return href
  const from = address.searchParams.get('from') ?? '/'
  return isPathHere(from) ? wantedPage(from) : '/'
}
