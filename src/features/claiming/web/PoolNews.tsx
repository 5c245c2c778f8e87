import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { notify } from '../../../platform/web/page/notices.ts'
import { newestPooled } from './client.ts'
import { hasLanded, type Newest } from './rules/landed.ts'

/** Tells agents who asked for it, on whatever page they are, that a lead landed in the pool. The pool itself shows it anyway. */
export function PoolNews() {
  const { data } = useQuery(newestPooled)
  const isOnPool = useRouterState({ select: ({ location }) => location.pathname === '/claim_leads' })
  const navigate = useNavigate()
  const seen = useRef<Newest | undefined>(undefined)
  useEffect(() => {
    if (!data) return
    const before = seen.current
    seen.current = data.newest
    if (before === undefined || !data.notices || isOnPool || !hasLanded(before, data.newest)) return
    notify('A lead landed in the pool.', {
      tone: 'info',
      action: { label: 'Show', run: () => void navigate({ to: '/claim_leads' }) },
    })
  }, [data, isOnPool, navigate])
  return null
}
