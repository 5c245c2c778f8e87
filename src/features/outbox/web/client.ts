import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { useLive } from '../../../platform/web/live/live.ts'
import { outboxCalls } from '../contract.ts'

/** Mail that was sent, newest first, page after page. */
export const sentMail = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['outbox', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      call(outboxCalls.list, { search: search || undefined, perPage: 50, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next_cursor,
    placeholderData: keepPreviousData,
  })

/** One message. */
export const sentMessage = (id: number) =>
  queryOptions({
    queryKey: ['outbox', 'one', id],
    queryFn: ({ signal }) => call(outboxCalls.get, { id }, { signal }),
  })

/** One message as it went over the wire. */
export const messageSource = (id: number) =>
  queryOptions({
    queryKey: ['outbox', 'source', id],
    queryFn: ({ signal }) => call(outboxCalls.source, { id }, { signal }),
  })

/** Saves a file that a message carries. */
export const saveAttachment = async (id: number, attachmentId: number): Promise<void> =>
  saveFile(await download(outboxCalls.attachment, { id, attachmentId }))

/** Shows what is sent while one looks. */
export const useOutboxLive = (): void =>
  useLive('outbox', () => void queryClient.invalidateQueries({ queryKey: ['outbox'] }))
