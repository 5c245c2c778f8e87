import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { type HappyHourSettings, happyHourCalls } from '../contract.ts'
import type { ReportFilters } from './report/filters.ts'

/** Happy hour as the agent sees it: their session, the next lead, who else takes part. */
export const happyHourQuery = queryOf(happyHourCalls.state, {}, { topics: ['happy-hour', 'pool'], staleTime: 60_000 })

/** Asks for the session again. */
export const refetchHappyHour = (): Promise<void> => refetchCall(queryClient, happyHourCalls.state)

/** Does something with the session, and shows what became of it. */
const changing =
  <Input, Answer>(send: (input: Input) => Promise<Answer>) =>
  async (input: Input): Promise<Answer> => {
    try {
      return await send(input)
    } finally {
      await refetchHappyHour()
    }
  }

export const startSession = changing(() => call(happyHourCalls.start))
export const endSession = changing(() => call(happyHourCalls.end))
export const claimNext = changing((lead_id: number) => call(happyHourCalls.claim, { lead_id }))
export const skipLead = changing((lead_id: number) => call(happyHourCalls.skip, { lead_id }))

/** What administrators have set. */
export const settingsQuery = queryOf(happyHourCalls.settings, {}, { topics: ['happy-hour'] })

/** What settings would come to, before they are saved. */
export const previewQuery = (settings: HappyHourSettings) =>
  queryOf(happyHourCalls.previewSettings, settings, { topics: ['pool', 'people'], staleTime: 30_000 })

/** What happy hour came to. */
export const reportQuery = (filters: ReportFilters) =>
  queryOf(happyHourCalls.report, filters, { topics: ['happy-hour'], staleTime: 15_000 })

/** The claims behind a report. */
export const claimsQuery = (filters: ReportFilters) =>
  pagesOf(happyHourCalls.claims, { ...filters, perPage: 50 }, { topics: ['happy-hour'] })

/** Saves the claims of a report as a file. */
export const downloadReport = async (filters: ReportFilters): Promise<void> =>
  saveFile(await download(happyHourCalls.report, { ...filters, format: 'csv' }))
