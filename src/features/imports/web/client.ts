import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { type UploadOptions, upload } from '../../../platform/web/calls/uploads/upload.ts'
import { type Import, type ImportOptions, type ImportStatus, importCalls, type Mapping } from '../contract.ts'

const moving: readonly ImportStatus[] = ['queued', 'running', 'undoing']

/** Whether something is still happening to an import. */
export const isMoving = (status: ImportStatus): boolean => moving.includes(status)

/** Whether it, or a dry run of it, will be further on by itself. */
const isAtWork = ({ status, dry_run }: Import): boolean => isMoving(status) || dry_run?.status === 'running'

/** Past imports, newest first. */
export const importsQuery = (page: number) =>
  queryOptions({
    ...queryOf(importCalls.list, { page, perPage: 20 }, { topics: ['imports'] }),
    placeholderData: keepPreviousData,
  })

/** One import with a page of its row errors. Asked again now and then while it runs, should the live stream be away. */
export const importQuery = (id: number, page = 1) =>
  queryOptions({
    ...queryOf(importCalls.get, { id, page, perPage: 50 }, { topics: ['imports'] }),
    placeholderData: keepPreviousData,
    refetchInterval: query => (query.state.data && isAtWork(query.state.data) ? 3000 : false),
  })

async function after(asked: Promise<Import>): Promise<Import> {
  const answer = await asked
  await showImport(answer)
  return answer
}

/** Shows what became of an import. */
export async function showImport(answer: Import): Promise<void> {
  queryClient.setQueryData(importQuery(answer.id).queryKey, answer)
  await invalidateTopic(queryClient, 'imports')
}

/** Sends a file; it waits until its columns are confirmed. */
export const uploadFile = (file: File, options: UploadOptions) =>
  after(upload(importCalls.upload, { start: false, ...{ file } }, options))

export const cancelImport = (id: number) => after(call(importCalls.cancel, { id }))

export const undoImport = (id: number) => after(call(importCalls.undo, { id }))

/** Goes through the whole file without saving it. */
export const dryRunImport = (id: number, mapping: Mapping, options: ImportOptions) =>
  after(call(importCalls.dryRun, { id, mapping, ...options }))

/** Leads that an undo left as they are. */
export const keptLeadsQuery = (id: number, page: number) =>
  queryOptions({
    ...queryOf(importCalls.kept, { id, page, perPage: 25 }, { topics: ['imports'] }),
    placeholderData: keepPreviousData,
  })

/** The first rows as they would be saved. */
export const previewQuery = (id: number, mapping: Mapping, options: ImportOptions, first: number) =>
  queryOptions({
    ...queryOf(importCalls.preview, { id, mapping, ...options, first }, { topics: [] }),
    placeholderData: keepPreviousData,
    enabled: mapping.some(field => field !== null),
  })

/** Which lines went into which leads. */
export const mergedRowsQuery = (id: number, page: number) =>
  queryOptions({
    ...queryOf(importCalls.merges, { id, page, perPage: 25 }, { topics: ['imports'] }),
    placeholderData: keepPreviousData,
  })

/** Saves which lines went into which leads as a file. */
export const saveMergedRows = async (id: number) => saveFile(await download(importCalls.mergedRows, { id }))

/** Saves the failed rows as a file. */
export const saveFailedRows = async (id: number) => saveFile(await download(importCalls.failedRows, { id }))
