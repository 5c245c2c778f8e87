import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, saveFile } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { type Erasure, privacyCalls, type Retention } from '../contract.ts'

/** How long people are kept, and how many that concerns. */
export const retentionQuery = queryOf(privacyCalls.retention, {}, { topics: ['privacy'] })

/** How many people other limits would concern. */
export const retentionPreview = (limits: Retention) =>
  queryOptions({
    ...queryOf(privacyCalls.retention, withoutNothing(limits), { topics: ['privacy'] }),
    placeholderData: keepPreviousData,
  })

const withoutNothing = (limits: Retention): Partial<Retention> =>
  Object.fromEntries(Object.entries(limits).filter(([, months]) => months !== null))

/** What erasing a person would do. */
export const erasurePreview = (leadId: number) => queryOf(privacyCalls.preview, { leadId }, { topics: ['leads'] })

/** People who were erased, newest first. */
export const erasures = pagesOf(privacyCalls.erasures, { perPage: 20 }, { topics: ['privacy'] })

/** Sets how long people are kept. */
export async function setRetention(fields: InputOf<typeof privacyCalls.setRetention>): Promise<void> {
  queryClient.setQueryData(retentionQuery.queryKey, await call(privacyCalls.setRetention, fields))
}

/** Saves everything that is held on a person as a file. */
export async function downloadPerson(leadId: number): Promise<void> {
  const data = await call(privacyCalls.export, { leadId })
  const blob = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  saveFile({ blob, name: `person-${leadId}.json` })
}

/** Erases a person for good. */
export async function erasePerson(leadId: number, reason: string): Promise<Erasure> {
  const erased = await call(privacyCalls.erase, { leadId, reason })
  void invalidateTopic(queryClient, 'privacy')
  return erased
}
