import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { DetailedError, sentenceOf, ValidationError } from '../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import type { InputOf, OutputOf } from '../../../platform/wire/call.ts'
import { listingCalls } from '../../listings/contract.ts'
import { type Alert, type AlertChanges, type AlertKind, alertCalls, type Search } from '../contract/alerts.ts'

/** What is said when something fails (specification §8). */
export const failures = {
  load: 'Failed to load listing alerts.',
  save: 'We couldn’t change this alert.',
  remove: 'Failed to delete listing alert.',
  sendAll: {
    listing: 'Failed to send all listing alerts.',
    building: 'Failed to send all building alerts.',
  },
} as const

type LeadAlerts = OutputOf<typeof alertCalls.list>

/** The alerts of a lead, with maps and counts. */
export const alertsQuery = (leadId: number) =>
  queryOf(
    alertCalls.list,
    { id: leadId, user_id: leadId, include_extra_details: true },
    { topics: [{ topic: 'alerts', ids: [leadId] }], staleTime: 15_000 },
  )

/** Fetches the alerts of a lead again. */
export const refetchAlerts = (leadId: number): Promise<void> => invalidateTopic(queryClient, 'alerts', [leadId])

/** Shows the alerts of a lead as they are about to be; the function that comes back shows them as they were. */
export function showAlerts(leadId: number, change: (alerts: readonly Alert[]) => Alert[]): () => void {
  const { queryKey } = alertsQuery(leadId)
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(
    queryKey,
    before && {
      listing_alerts: change(before.listing_alerts) as LeadAlerts['listing_alerts'],
      building_alerts: change(before.building_alerts) as LeadAlerts['building_alerts'],
    },
  )
  return () => void queryClient.setQueryData(queryKey, before)
}

/** What a new listing alert of a lead begins with. */
export const proposalQuery = (leadId: number) =>
  queryOptions({
    ...queryOf(
      alertCalls.proposal,
      { id: leadId },
      { topics: [{ topic: 'milestones', ids: [leadId] }], staleTime: 60_000 },
    ),
    retry: false,
  })

/** Whose alerts find a home. */
export const interestedQuery = (mls: string) =>
  queryOptions({
    ...queryOf(alertCalls.interested, { mls }, { topics: ['alerts', 'milestones'], staleTime: 30_000 }),
    retry: false,
  })

/** E-mails a home to leads whose alerts find it. */
export const sendHome = (mls: string, lead_ids: readonly number[]) =>
  call(alertCalls.sendHome, { mls, lead_ids: [...lead_ids] })

/** Fetches again whose alerts find a home. */
export const refetchInterested = (mls: string): Promise<void> =>
  refetchCall(queryClient, alertCalls.interested, { mls })

/** How many homes a search finds, and where; the last answer stays while the next is on its way. */
export const matchesQuery = (search: Search) =>
  queryOptions({
    ...queryOf(alertCalls.matches, search, { topics: [], staleTime: 60_000 }),
    placeholderData: keepPreviousData,
  })

/** The e-mail of an alert as it would go out now. */
export const previewQuery = (id: number) => queryOf(alertCalls.preview, { id }, { topics: [], staleTime: 0 })

/** Buildings that fit what somebody types. */
export const buildingsQuery = (search: string) =>
  queryOptions({
    ...queryOf(listingCalls.buildings, { search }, { topics: [], staleTime: 60_000 }),
    placeholderData: keepPreviousData,
  })

/** The buildings of an alert, with their names. */
export const buildingsByIdsQuery = (ids: readonly number[]) =>
  queryOf(listingCalls.buildings, { ids: [...ids] }, { topics: [], staleTime: 60_000 })

export const updateAlert = (id: number, changes: AlertChanges) => call(alertCalls.update, { id, ...changes })

export const removeAlert = (id: number) => call(alertCalls.remove, { id })

export const restoreAlert = (id: number) => call(alertCalls.restore, { id })

export const sendAlert = (id: number) => call(alertCalls.send, { id })

export const sendAllAlerts = (leadId: number, type: AlertKind) => call(alertCalls.sendAll, { leadId, type })

/** Everything that went wrong, one sentence after the other. */
export function joinedErrors(error: unknown): string {
  if (error instanceof ValidationError) return Object.values(error.fields).flat().join(' ')
  if (error instanceof DetailedError) return error.errors.join(' ')
  return sentenceOf(error)
}

/** What a lead is sent, for whoever holds the link of an e-mail. */
export const preferencesQuery = (token: string) =>
  queryOptions({ ...queryOf(alertCalls.preferences, { token }, { topics: [] }), retry: false })

/** Fetches it again. */
export const refetchPreferences = (token: string): Promise<void> =>
  refetchCall(queryClient, alertCalls.preferences, { token })

/** Changes it. */
export async function changePreferences(input: InputOf<typeof alertCalls.unsubscribe>): Promise<void> {
  queryClient.setQueryData(preferencesQuery(input.token).queryKey, await call(alertCalls.unsubscribe, input))
}

/** Opens a home from an e-mail, or keeps it. */
export const visitHome = (token: string, action: InputOf<typeof alertCalls.visit>['action']) =>
  call(alertCalls.visit, { token, action })
