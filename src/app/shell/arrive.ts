import { mayEnter, session } from '../../features/people/web/client/viewer.ts'
import { reportError } from '../../platform/web/errorReports.ts'

/** Asks for what the first screen will show before anything is drawn: the answer and the screen arrive together. */
export function arrive({ pathname, search }: { pathname: string; search: unknown }): void {
  const state = session.read()
  if (!mayEnter(state) || !/^\/leads(_v2)?\/?$/.test(pathname)) return
  import('../../features/leads/web/client/prefetch.ts').then(
    ({ prefetchLeads }) => prefetchLeads(state, pathname.startsWith('/leads_v2'), search),
    reportError,
  )
}
