import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import classes from '../Business.module.css'

interface BlockProps {
  query: Pick<UseQueryResult<unknown>, 'data' | 'error' | 'refetch'>
  /** One sentence that a broker would say. */
  sentence?: string | null
  children: ReactNode
}

/** A part of the page that keeps its size while it loads, and fails on its own. */
export function Block({ query, sentence, children }: BlockProps) {
  if (query.error && !query.data)
    return (
      <div className={classes.block}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  if (!query.data) return <div className={classes.block} data-waiting aria-busy="true" />
  return (
    <div className={classes.block}>
      {children}
      {sentence && <p className={classes.sentence}>{sentence}</p>}
    </div>
  )
}
