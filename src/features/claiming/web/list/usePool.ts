import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { ApiError, sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { JUST_CLAIMED } from '../../../distribution/rules/states.ts'
import { leadPath } from '../../../leads/rules.ts'
import type { PooledLead } from '../../contract.ts'
import { claimLead, poolQuery } from '../client.ts'
import type { PoolFilters } from '../rules/filters.ts'
import { followPool, nextOf } from '../rules/shown.ts'

/** How long a row stays that somebody else claimed. */
const GONE_MS = 4_000
const none: readonly PooledLead[] = []

/** The pool as it stands on the screen, and what can be done with it. */
export function usePool(filters: PoolFilters) {
  const query = useInfiniteQuery(poolQuery(filters))
  const { data, hasNextPage } = query
  const fresh = useMemo(() => data?.pages.flatMap(page => page.data) ?? none, [data])
  const [base, setBase] = useState<readonly PooledLead[]>(none)
  const [lost, setLost] = useState<ReadonlySet<number>>(new Set())
  const [cursor, setCursor] = useState<number | null>(null)
  const isFirst = base.length === 0 && fresh.length > 0
  const shown = isFirst ? { rows: fresh, gone: new Set<number>(), waiting: 0 } : followPool(base, fresh, hasNextPage)
  const gone = new Set([...shown.gone, ...lost])
  const key = [...gone].sort().join()

  useEffect(
    () => setBase(rows => (rows.length === 0 ? fresh : followPool(rows, fresh, hasNextPage).rows)),
    [fresh, hasNextPage],
  )
  // Rows that somebody claimed go one moment after they were seen to be gone.
  useEffect(() => {
    if (key === '') return
    const ids = new Set(key.split(',').map(Number))
    const timer = setTimeout(() => {
      setBase(rows => rows.filter(({ id }) => !ids.has(id)))
      setLost(new Set())
    }, GONE_MS)
    return () => clearTimeout(timer)
  }, [key])

  const at = shown.rows.some(({ id }) => id === cursor)
    ? cursor
    : (shown.rows.find(({ id }) => !gone.has(id))?.id ?? null)
  const current = at !== null && gone.has(at) ? nextOf(shown.rows, at, gone) : at
  const claim = useClaim(id => {
    setCursor(nextOf(shown.rows, id, gone))
    setLost(known => new Set([...known, id]))
  })
  return {
    ...query,
    page: data?.pages[0] ?? null,
    rows: shown.rows,
    gone,
    waiting: shown.waiting,
    current,
    setCursor,
    claim,
    showNew: () => {
      setBase(fresh)
      setCursor(fresh[0]?.id ?? null)
    },
    step(by: 1 | -1) {
      const free = shown.rows.filter(({ id }) => !gone.has(id))
      const next = free[free.findIndex(({ id }) => id === current) + by]
      if (next) setCursor(next.id)
    },
  }
}

/** Claims a lead: whoever wins goes on to its page, `onLost` is called for everybody else. */
function useClaim(onLost: (id: number) => void) {
  const router = useRouter()
  return useMutation({
    mutationFn: claimLead,
    onSuccess: lead => void router.navigate({ href: leadPath(lead) } as Parameters<typeof router.navigate>[0]),
    onError(error, id) {
      const isTaken = error instanceof ApiError && (error.status === 404 || error.message === JUST_CLAIMED)
      if (isTaken) onLost(id)
      else notifyFailure(sentenceOf(error))
    },
  })
}
