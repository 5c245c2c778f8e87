import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { useLive } from '../../../platform/web/live/live.ts'
import { type Import, type ImportOptions, type ImportStatus, importCalls, type Mapping } from '../contract.ts'

const moving: readonly ImportStatus[] = ['queued', 'running', 'undoing']

/** Whether something is still happening to an import. */
export const isMoving = (status: ImportStatus): boolean => moving.includes(status)

/** Past imports, newest first. */
export const importsQuery = (page: number) =>
  queryOptions({
    queryKey: ['imports', 'list', page],
    queryFn: ({ signal }) => call(importCalls.list, { page, perPage: 20 }, { signal }),
    placeholderData: keepPreviousData,
  })

/** One import with a page of its row errors. Asked again now and then while it runs, should the live stream be away. */
export const importQuery = (id: number, page = 1) =>
  queryOptions({
    queryKey: ['imports', 'one', id, page],
    queryFn: ({ signal }) => call(importCalls.get, { id, page, perPage: 50 }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: query => (query.state.data && isMoving(query.state.data.status) ? 3000 : false),
  })

/** Keeps what is shown of imports true while others, or the server, change them. */
export const useImportsLive = (): void => useLive('imports', () => void refetchImports())

const refetchImports = () => queryClient.invalidateQueries({ queryKey: ['imports'] })

async function after(asked: Promise<Import>): Promise<Import> {
  const answer = await asked
  queryClient.setQueryData(importQuery(answer.id).queryKey, answer)
  await refetchImports()
  return answer
}

/** Sends a file; it waits until its columns are confirmed. */
export const uploadFile = (file: File) => after(call(importCalls.upload, { start: false, ...{ file } }))

export const startImport = (id: number, mapping: Mapping, options: ImportOptions) =>
  after(call(importCalls.start, { id, mapping, ...options }))

export const cancelImport = (id: number) => after(call(importCalls.cancel, { id }))

export const undoImport = (id: number) => after(call(importCalls.undo, { id }))

/** The first rows as they would be saved. */
export const previewQuery = (id: number, mapping: Mapping, options: ImportOptions) =>
  queryOptions({
    queryKey: ['imports', 'preview', id, mapping, options],
    queryFn: ({ signal }) => call(importCalls.preview, { id, mapping, ...options }, { signal }),
    placeholderData: keepPreviousData,
    enabled: mapping.some(field => field !== null),
  })

/** Which lines went into which leads; asked again as there are more. */
export const mergedRowsQuery = (id: number, page: number, merged: number) =>
  queryOptions({
    queryKey: ['imports', 'merges', id, page, merged],
    queryFn: ({ signal }) => call(importCalls.merges, { id, page, perPage: 25 }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Saves which lines went into which leads as a file. */
export const saveMergedRows = async (id: number) => saveFile(await download(importCalls.mergedRows, { id }))

/** Saves the failed rows as a file. */
export const saveFailedRows = async (id: number) => saveFile(await download(importCalls.failedRows, { id }))
