import { QueryObserver, queryOptions } from '@tanstack/react-query'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import { sendExpected } from '../../bulk/web/pieces.tsx'
import type { LeadSelection } from '../../leads/contract/filters.ts'
import { type ExportFormat, exportCalls, type LeadExport } from '../contract.ts'
import type { ExportColumn } from '../rules/columns.ts'

/** Without a stream of changes, an export is asked about this often while it is made. */
const ASK_MS = 2000

/** Whether something is still happening to an export. */
export const isAtWork = ({ status }: Pick<LeadExport, 'status'>): boolean => status === 'queued' || status === 'running'

/** The latest exports of the person; the newest one says what they chose last. */
export const exportsQuery = queryOf(exportCalls.list, { perPage: 5 }, { topics: ['exports'] })

/** One export, asked about again while it is made. */
export const exportQuery = (id: number) =>
  queryOptions({
    ...queryOf(exportCalls.get, { id }, { topics: [{ topic: 'exports', ids: [id] }] }),
    refetchInterval: query => (query.state.data && !isAtWork(query.state.data) ? false : ASK_MS),
  })

/** The same by what is known of it by now. */
export const isStillAtWork = (begun: LeadExport): boolean =>
  isAtWork(queryClient.getQueryData(exportQuery(begun.id).queryKey) ?? begun)

const refetch = () => invalidateTopic(queryClient, 'exports')

/** What somebody wants in a file. */
export interface ExportOptions {
  selection: Partial<LeadSelection>
  format: ExportFormat
  columns: readonly ExportColumn[]
}

/** Begins an export; `null` when the list has changed and the person does not want it as it is now. Whoever closes the dialog meanwhile hears of its end all the same. */
export async function startExport({ selection, format, columns }: ExportOptions): Promise<LeadExport | null> {
  const begun = await sendExpected(selection, wanted =>
    call(exportCalls.create, { ...wanted, format, columns: [...columns] }, { idempotencyKey: crypto.randomUUID() }),
  )
  if (!begun) return null
  queryClient.setQueryData(exportQuery(begun.id).queryKey, begun)
  void refetch()
  return begun
}

export async function cancelExport(id: number): Promise<void> {
  queryClient.setQueryData(exportQuery(id).queryKey, await call(exportCalls.cancel, { id }))
  void refetch()
}

/** Saves the file; a link is made for this one time, since an older one may have ended. */
export async function downloadExport(id: number): Promise<void> {
  const { link } = await call(exportCalls.get, { id })
  saveFile(await download(exportCalls.file, { id, ...(link ? { token: link.token } : {}) }))
}

/** The same, saying what went wrong. */
export const downloadOrNotify = (id: number) => undoable({ run: () => downloadExport(id), said: () => null })

/** Says how an export ended, to somebody who went on with something else. */
export function notifyWhenDone(id: number): void {
  const question = { ...exportQuery(id), refetchIntervalInBackground: true }
  const stop = new QueryObserver(queryClient, question).subscribe(({ data: seen }) => {
    if (!seen || isAtWork(seen)) return
    stop()
    notifyEnd(seen)
  })
}

function notifyEnd({ id, status, rows_done, problem }: LeadExport): void {
  if (status === 'failed') notify(problem ?? 'The export failed.', { tone: 'failed', stay: null })
  if (status !== 'done') return
  const action = { label: 'Download', run: () => void downloadOrNotify(id) }
  notify(`Your export of ${count(rows_done)} ${rows_done === 1 ? 'lead' : 'leads'} is ready.`, { action, stay: null })
}
