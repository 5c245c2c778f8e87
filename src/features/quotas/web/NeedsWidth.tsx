import type { ReactNode } from 'react'
import { EmptyState } from '../../../platform/ui/states.tsx'
import { useViewportWidth } from '../../../platform/web/viewport.ts'

/** Narrowest window in which quotas are shown. */
const MINIMUM_WIDTH = 768

/** Shows what is in it, or says that the window is too narrow for it. */
export function NeedsWidth({ children }: { children: ReactNode }) {
  if (useViewportWidth() >= MINIMUM_WIDTH) return children
  return (
    <EmptyState isPage title="Needs a wider window">
      Quotas are shown in windows of at least {MINIMUM_WIDTH} pixels.
    </EmptyState>
  )
}
