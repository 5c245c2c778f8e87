import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { download, saveFile } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { outboxCalls } from '../contract.ts'

/** Mail that was sent, newest first, page after page. */
export const sentMail = (search: string) =>
  infiniteQueryOptions({
    ...pagesOf(outboxCalls.list, { search: search || undefined, perPage: 50 }, { topics: ['outbox'] }),
    placeholderData: keepPreviousData,
  })

/** One message. */
export const sentMessage = (id: number) => queryOf(outboxCalls.get, { id }, { topics: ['outbox'] })

/** One message as it went over the wire. */
export const messageSource = (id: number) => queryOf(outboxCalls.source, { id }, { topics: ['outbox'] })

/** Saves a file that a message carries. */
export const saveAttachment = async (id: number, attachmentId: number): Promise<void> =>
  saveFile(await download(outboxCalls.attachment, { id, attachmentId }))
