import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, DetailedError, sentenceOf, ValidationError } from '../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../platform/web/calls/call.ts'
import type { InputOf, OutputOf } from '../../../platform/wire/call.ts'
import { listingCalls } from '../../listings/contract.ts'
import type { RequestFields } from '../../requests/contract.ts'
import {
  type Alert,
  type AlertChanges,
  type AlertKind,
  alertCalls,
  type BuildingAlertFields,
  type ListingAlertFields,
  type Search,
} from '../contract/alerts.ts'

/** What is said when something fails (specification §8). */
export const failures = {
  load: 'Failed to load listing alerts.',
  remove: 'Failed to delete listing alert.',
  sendAll: {
    listing: 'Failed to send all listing alerts.',
    building: 'Failed to send all building alerts.',
  },
} as const

export type LeadAlerts = OutputOf<typeof alertCalls.list>

const keyOf = (leadId: number) => ['alerts', leadId] as const

/** The alerts of a lead, with maps and counts. */
export const alertsQuery = (leadId: number) =>
  queryOptions({
    queryKey: keyOf(leadId),
    queryFn: ({ signal }) =>
      call(alertCalls.list, { id: leadId, user_id: leadId, include_extra_details: true }, { signal }),
    staleTime: 15_000,
  })

/** Fetches the alerts of a lead again. */
export const refetchAlerts = (client: QueryClient, leadId: number): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(leadId) })

/** How many homes a search finds, and where; the last answer stays while the next is on its way. */
export const matchesQuery = (search: Search) =>
  queryOptions({
    queryKey: ['alert-matches', search],
    queryFn: ({ signal }) => call(alertCalls.matches, search, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** The e-mail of an alert as it would go out now. */
export const previewQuery = (alertId: number) =>
  queryOptions({
    queryKey: ['alert-preview', alertId],
    queryFn: ({ signal }) => call(alertCalls.preview, { id: alertId }, { signal }),
    staleTime: 0,
  })

/** Buildings that fit what somebody types. */
export const buildingsQuery = (search: string) =>
  queryOptions({
    queryKey: ['buildings', search],
    queryFn: ({ signal }) => call(listingCalls.buildings, { search }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** The buildings of an alert, with their names. */
export const buildingsByIdsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['buildings', 'of', ids],
    queryFn: ({ signal }) => call(listingCalls.buildings, { ids: [...ids] }, { signal }),
    staleTime: 60_000,
  })

/** Gives a lead an alert over areas; the same key makes a repeated press count once. */
export const createListingAlert = (leadId: number, fields: ListingAlertFields, idempotencyKey: string) =>
  call(alertCalls.createListing, { id: leadId, ...fields }, { idempotencyKey })

/** Gives a lead an alert for buildings. */
export const createBuildingAlert = (leadId: number, fields: BuildingAlertFields, idempotencyKey: string) =>
  call(alertCalls.createBuilding, { id: leadId, ...fields }, { idempotencyKey })

export const updateAlert = (id: number, changes: AlertChanges) => call(alertCalls.update, { id, ...changes })

export const removeAlert = (id: number) => call(alertCalls.remove, { id })

export const restoreAlert = (id: number) => call(alertCalls.restore, { id })

export const sendAlert = (id: number) => call(alertCalls.send, { id })

export const sendAllAlerts = (leadId: number, type: AlertKind) => call(alertCalls.sendAll, { leadId, type })

/** Everything that went wrong, one sentence after the other. */
export function joinedErrors(error: unknown): string {
  if (error instanceof ValidationError) return Object.values(error.fields).flat().join(' ')
  if (error instanceof DetailedError) return error.errors.join(' ')
  return error instanceof ApiError ? error.message : sentenceOf(error)
}

/** Changes what the screen holds of a lead's alerts; answers what it held before. */
export function patchAlerts(
  client: QueryClient,
  leadId: number,
  change: (alerts: readonly Alert[]) => Alert[],
): LeadAlerts | undefined {
  const key = alertsQuery(leadId).queryKey
  const before = client.getQueryData(key)
  if (before)
    client.setQueryData(key, {
      listing_alerts: change(before.listing_alerts) as LeadAlerts['listing_alerts'],
      building_alerts: change(before.building_alerts) as LeadAlerts['building_alerts'],
    })
  return before
}

type PublicFeedback = Omit<InputOf<typeof alertCalls.unsubscribe>, 'token'>

const preferencesKey = (token: string) => ['preferences', token] as const

/** What a lead is sent, for whoever holds the link of an e-mail. */
export const preferencesQuery = (token: string) =>
  queryOptions({
    queryKey: preferencesKey(token),
    queryFn: ({ signal }) => call(alertCalls.preferences, { token }, { signal }),
    retry: false,
  })

/** Changes it. */
export async function changePreferences(client: QueryClient, token: string, feedback: PublicFeedback): Promise<void> {
  client.setQueryData(preferencesKey(token), await call(alertCalls.unsubscribe, { token, ...feedback }))
}

/** Opens a home from an e-mail, or keeps it. */
export const visitHome = (token: string, action: InputOf<typeof alertCalls.visit>['action']) =>
  call(alertCalls.visit, { token, action })

/** Asks for something on the page of a home, or of preferences. */
export const sendRequest = (token: string, fields: RequestFields) => call(alertCalls.request, { token, ...fields })
