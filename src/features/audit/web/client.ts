import { queryOptions } from '@tanstack/react-query'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { auditCalls } from '../contract.ts'

/** What the log is narrowed to. */
export type AuditFilter = Omit<InputOf<typeof auditCalls.list>, 'page' | 'perPage' | 'cursor'>

/** The audit log, newest first, page after page. It is read again on request, so that no line moves under the pointer. */
export const auditLog = (filter: AuditFilter) => pagesOf(auditCalls.list, { ...filter, perPage: 50 }, { topics: [] })

/** How many entries came after the one with this id; read when something changes. */
export const auditNews = (filter: AuditFilter, newest: number) =>
  queryOptions({
    ...queryOf(auditCalls.list, { ...filter, perPage: 50 }, { topics: [] }),
    enabled: false,
    select: ({ data }) => data.filter(({ id }) => id > newest).length,
  })

/** The entries about one record, newest first. */
export const recordHistory = (subject: string, subject_id: string) =>
  queryOptions({
    ...queryOf(auditCalls.list, { subject, subject_id, perPage: 20 }, { topics: ['people', 'system', 'recruiter'] }),
    select: ({ data }) => data.filter(({ outcome }) => outcome === 'done'),
  })

/** Puts back what an entry changed. */
export async function revertEntry(id: number, reason?: string): Promise<void> {
  await call(auditCalls.revert, { id, reason })
  await refetchCall(queryClient, auditCalls.list)
}

/** Saves the log as a CSV file, narrowed like the list. */
export const exportLog = (filter: AuditFilter) =>
  undoable({
    run: async () => saveFile(await download(auditCalls.export, filter)),
    said: () => null,
  })
