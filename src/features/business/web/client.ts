import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { businessCalls } from '../contract.ts'

/** It counts two years of deals and leads: it may be this old before a look asks again. */
const FRESH_MS = 60_000

/** Which leads are looked at: of which days, and of whom. */
export interface PeriodQuestion {
  from: string
  to: string
  team?: number | undefined
}

/** How the year goes. */
export const overviewQuery = (team: number | undefined) =>
  queryOf(businessCalls.overview, team === undefined ? {} : { team }, {
    topics: ['business', 'deals'],
    staleTime: FRESH_MS,
  })

/** How the leads that nobody was in touch with are spread over agents. */
export const holdersQuery = (question: PeriodQuestion) =>
  queryOf(businessCalls.holders, { ...question }, { topics: ['leads', 'milestones'] })

/** Those leads, page by page. */
export const untouchedQuery = (question: PeriodQuestion) =>
  pagesOf(businessCalls.untouched, { ...question, perPage: 50 }, { topics: ['leads', 'milestones'] })

/** Fetches both again after some were offered. */
export const refetchUntouched = () =>
  Promise.all([refetchCall(queryClient, businessCalls.holders), refetchCall(queryClient, businessCalls.untouched)])

/** Shows a goal that was set. */
export const refetchOverview = () => refetchCall(queryClient, businessCalls.overview)
