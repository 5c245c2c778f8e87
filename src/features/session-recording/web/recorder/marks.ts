import { ApiError } from '../../../../platform/web/calls/apiErrors.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import type { Mark } from '../../rules/events.ts'

/** Writes a mark into a recording. */
export type Marker = (kind: Mark['kind'], text: string) => void

/** Marks errors of the page, and calls that were refused or failed. Only what kind it was: their sentences may name people. */
export function watchMarks(mark: Marker): () => void {
  const onError = ({ error }: ErrorEvent) => mark('error', codeOf(error))
  const onRejection = ({ reason }: PromiseRejectionEvent) => mark('error', codeOf(reason))
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  const stopQueries = queryClient.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'error') mark('error', codeOf(event.action.error))
  })
  const stopMutations = queryClient.getMutationCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'error') mark('error', codeOf(event.action.error))
  })
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    stopQueries()
    stopMutations()
  }
}

function codeOf(error: unknown): string {
  if (error instanceof ApiError && error.code !== '') return error.code
  return error instanceof Error ? error.name : 'Error'
}
