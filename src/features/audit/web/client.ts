import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { auditCalls } from '../contract.ts'

/** What the log is narrowed to. */
export type AuditFilter = Omit<InputOf<typeof auditCalls.list>, 'page' | 'perPage' | 'cursor'>

/** The audit log, newest first, page after page. */
export const auditLog = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(auditCalls.list, { ...filter, perPage: 50, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next_cursor,
  })

/** How many entries came after the one with this id; read anew when something changes. */
export const auditNews = (filter: AuditFilter, newest: number) =>
  queryOptions({
    queryKey: ['audit-news', filter, newest],
    queryFn: async ({ signal }) => {
      const { data } = await call(auditCalls.list, { ...filter, perPage: 50 }, { signal })
      return data.filter(({ id }) => id > newest).length
    },
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
