import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../calls/apiErrors.ts'

/** What failed on screen that no place on it shows: parts that are missing, or only parts that are no longer fresh. */
export type FailedParts = 'missing' | 'stale' | null

/** A failure and what shows it come a moment after one another, and many come at once. */
const SETTLED_MS = 400

/** The errors that a place on the screen shows, with how many places do. */
const shown = new Map<unknown, number>()
const listeners = new Set<() => void>()

/** Notes that the caller shows an error, as long as it does, with a way to try again; nothing where there is none. */
export function useShownError(error: unknown): void {
  useEffect(() => {
    if (error === null) return
    shown.set(error, (shown.get(error) ?? 0) + 1)
    for (const hear of listeners) hear()
    return () => {
      const left = (shown.get(error) ?? 1) - 1
      if (left > 0) shown.set(error, left)
      else shown.delete(error)
      for (const hear of listeners) hear()
    }
  }, [error])
}

/** No failure but an answer: no right, no such record, maintenance. What could not be reached is said by itself. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ApiError && (error.status < 500 || error.status === 503) && error.status !== 408

/** The specification wants nothing said of it (§8). */
const isUnsaid = ({ meta, state }: Query): boolean =>
  meta?.unsaid === 'failures' || (meta?.unsaid === 'failed reloads' && state.data !== undefined)

const unshown = {
  type: 'active',
  predicate: (query: Query) =>
    query.state.status === 'error' && !isAnswer(query.state.error) && !shown.has(query.state.error) && !isUnsaid(query),
} as const

function failedParts(client: QueryClient): FailedParts {
  const failed = client.getQueryCache().findAll(unshown)
  if (failed.length === 0) return null
  return failed.some(({ state }) => state.data === undefined) ? 'missing' : 'stale'
}

/** What failed on screen that no place on it shows, and how to ask for it again. */
export function useFailedParts(): { failed: FailedParts; askAgain(): void } {
  const client = useQueryClient()
  const [failed, setFailed] = useState<FailedParts>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setFailed(failedParts(client))
      }, SETTLED_MS)
    }
    listeners.add(look)
    const stop = client.getQueryCache().subscribe(look)
    look()
    return () => {
      clearTimeout(timer)
      listeners.delete(look)
      stop()
    }
  }, [client])
  return { failed, askAgain: () => void client.refetchQueries(unshown) }
}
