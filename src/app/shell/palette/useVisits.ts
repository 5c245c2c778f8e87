import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCurrentBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { rememberVisit } from '../../../platform/web/page/recent.ts'
import { useActiveEntry } from '../drawer/usePages.ts'
import { useSession } from '../session.ts'

/** The name of a record arrives after its address; what is stepped over is not remembered. */
const STAYED_MS = 600

/** Remembers the records that the person opens, for the palette. */
export function useVisits(): void {
  const id = useSession().user?.id ?? null
  const isRecord = useActiveEntry()?.id === 'lead'
  const path = useLocation({ select: at => at.pathname })
  const title = useCurrentBreadcrumbs().crumbs.at(-1)?.label ?? ''
  useEffect(() => {
    if (id === null || !isRecord || title === '') return
    const timer = setTimeout(() => rememberVisit(id, { path, title }), STAYED_MS)
    return () => clearTimeout(timer)
  }, [id, isRecord, path, title])
}
