import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useShownError } from '../../../../platform/web/page/failedParts.ts'
import classes from '../Business.module.css'

interface BlockProps {
  /** What it shows, for when it cannot. */
  title: string
  query: Pick<UseQueryResult<unknown>, 'data' | 'error' | 'refetch'>
  /** One sentence that a broker would say. */
  sentence?: string | null
  children: ReactNode
}

/** A part of the page that keeps its size while it loads, and fails on its own. */
export function Block({ title, query, sentence, children }: BlockProps) {
  useShownError(query.data ? null : query.error)
  if (query.error && !query.data)
    return (
      <div className={classes.block}>
        <section className={classes.failed} role="alert">
          <h2>{title}</h2>
          <p>This part could not be loaded: {sentenceOf(query.error)}</p>
          <Button variant="default" size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </section>
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
