import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { type CallOptions, call, download } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { outboundCalls } from '../../outbound/contract.ts'
import { type Text, type TextPicture, type ThreadFilter, textCalls } from '../contract.ts'

const PER_PAGE = 40

/** The inbox: threads, the last written first. */
export const threadsQuery = (filter: ThreadFilter | null, search: string) =>
  infiniteQueryOptions({
    ...pagesOf(
      textCalls.threads,
      { filter: filter ?? undefined, search: search || undefined, perPage: PER_PAGE },
      { topics: ['texts', 'leads'] },
    ),
    placeholderData: keepPreviousData,
  })

/** How many threads each filter has. */
export const countsQuery = queryOf(textCalls.counts, {}, { topics: ['texts'] })

/** The texts with a lead, newest first. */
export const textsQuery = (leadId: number) =>
  pagesOf(textCalls.list, { leadId, perPage: PER_PAGE }, { topics: ['texts', 'sendings'] })

/** The texts of a number that nobody knows; `id` is the thread. */
export const strangerQuery = (id: number) =>
  pagesOf(textCalls.stranger, { id, perPage: PER_PAGE }, { topics: ['texts'] })

/** How a lead may be texted now, and why not. */
export const reachQuery = (id: number) =>
  queryOf(outboundCalls.reach, { id }, { topics: ['leads', 'sendings', 'blocked-numbers'] })

/** Fetches again what a text changes. */
export async function refetchTexts(): Promise<void> {
  await Promise.all([textCalls.list, textCalls.threads, textCalls.counts].map(each => refetchCall(queryClient, each)))
}

/** Texts a lead; the key makes a second press the same text. */
export const sendText = (
  leadId: number,
  text: { body: string; picture_ids: number[]; template_id: number | null },
  options: CallOptions = {},
): Promise<Text> => call(textCalls.send, { leadId, ...text }, options)

/** Adds a picture for a text to a lead. */
export const addPicture = (leadId: number, file: File): Promise<TextPicture> =>
  call(textCalls.addPicture, { leadId, ...{ file } })

/** Fetches a picture that is stored. */
export const fetchPicture = async (id: number, signal: AbortSignal): Promise<Blob> =>
  (await download(textCalls.picture, { id }, { signal })).blob

/** Says that what a lead wrote was read. */
export async function markRead(leadId: number): Promise<void> {
  await call(textCalls.read, { leadId })
  await refetchTexts()
}

/** Takes a thread out of the inbox. */
export async function setDone(leadId: number): Promise<void> {
  await call(textCalls.done, { leadId })
  await refetchTexts()
}

/** Cancels a text that has not gone out. */
export async function cancelText(sendingId: number): Promise<void> {
  await call(outboundCalls.cancel, { id: sendingId })
  await refetchTexts()
}

/** Says whose number it is. */
export async function recognize(
  id: number,
  who: { lead_id: number } | { first_name: string; last_name: string },
): Promise<number> {
  const { lead_id } = await call(textCalls.recognize, { id, ...who })
  await refetchTexts()
  return lead_id
}
