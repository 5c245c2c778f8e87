import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from './apiErrors.ts'

/** What failed on screen without a place that says so: parts that are missing, or only parts that are no longer fresh. */
export type FailedParts = 'missing' | 'stale' | null

/** A failure and what tells of it come a moment after one another, and many come at once. */
const SETTLED_MS = 400

/** The errors that a place on the screen tells of, with how many places do. */
const told = new Map<unknown, number>()
const listeners = new Set<() => void>()

/** Notes that the caller tells of an error as long as it is shown, with a way to try again. */
export function useToldError(error: unknown): void {
  useEffect(() => {
    told.set(error, (told.get(error) ?? 0) + 1)
    for (const hear of listeners) hear()
    return () => {
      const left = (told.get(error) ?? 1) - 1
      if (left > 0) told.set(error, left)
      else told.delete(error)
      for (const hear of listeners) hear()
    }
  }, [error])
}

/** No failure but an answer: no right, no such record, maintenance. What could not be reached is said by itself. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ApiError && (error.status < 500 || error.status === 503) && error.status !== 408

const untold = {
  type: 'active',
  predicate: ({ state }: Query) => state.status === 'error' && !isAnswer(state.error) && !told.has(state.error),
} as const

function failedParts(client: QueryClient): FailedParts {
  const failed = client.getQueryCache().findAll(untold)
  if (failed.length === 0) return null
  return failed.some(({ state }) => state.data === undefined) ? 'missing' : 'stale'
}

/** What failed on screen without a place that says so, and how to ask for it again. */
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
  return { failed, askAgain: () => void client.refetchQueries(untold) }
}
