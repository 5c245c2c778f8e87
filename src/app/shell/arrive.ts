import { mayEnter, session } from '../../features/people/web/client/viewer.ts'
import type { Page } from '../../platform/web/feature.ts'
import { webPages } from '../features.web.ts'

/** Asks for what the first screen will show before anything is drawn: the answer and the screen arrive together. */
export function arrive({ pathname, search }: { pathname: string; search: unknown }): void {
  if (!mayEnter(session.read())) return
  const path = pathname.replace(/\/$/, '')
  const pages: readonly Page[] = webPages
  pages.find(page => page.path === path)?.arrive?.(search)
}
