import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './apiErrors.ts'

/** Asking again changes nothing about these: no session, no right, no such record. */
const FINAL = [401, 403, 404]

/** One retry, unless the refusal is final, or there is no network to try again on: that is said at once. */
export const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && navigator.onLine !== false && !(error instanceof ApiError && FINAL.includes(error.status))

/** The cache of server state: one retry, no fetch on window focus, a fetch on mount. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, refetchOnWindowFocus: false, refetchOnMount: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
