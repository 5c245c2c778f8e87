import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './apiErrors.ts'

/** Asking again changes nothing about these: no session, no right, no such record. */
const FINAL = [401, 403, 404]

/** One retry, unless the refusal is final. */
export const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && !(error instanceof ApiError && FINAL.includes(error.status))

/** The cache of server state: one retry, no fetch on window focus, a fetch on mount. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, refetchOnWindowFocus: false, refetchOnMount: true, networkMode: 'offlineFirst' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
