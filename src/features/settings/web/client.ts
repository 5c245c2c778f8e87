import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { type SystemStatus, settingsCalls } from '../contract.ts'

const MAINTENANCE_POLL_MS = 10_000

/** Maintenance, notice and version, as everybody may know them. */
export const systemStatus = () =>
  queryOptions({
    queryKey: ['system', 'status'],
    queryFn: ({ signal }) => call(settingsCalls.systemStatus, {}, { signal }),
    // Whoever was signed out by maintenance has no live stream that would tell its end.
    refetchInterval: query => (query.state.data?.maintenance?.live ? MAINTENANCE_POLL_MS : false),
  })

/** Features with their switches, for administrators. */
export const featureSwitches = () =>
  queryOptions({
    queryKey: ['features'],
    queryFn: ({ signal }) => call(settingsCalls.features, {}, { signal }),
  })

/** Reads the switches again, when somebody else may have turned one. */
export const refetchFeatures = () => queryClient.invalidateQueries({ queryKey: featureSwitches().queryKey })

const saveStatus = (status: SystemStatus) => queryClient.setQueryData(systemStatus().queryKey, status)

/** Plans, begins or ends a maintenance. */
export const setMaintenance = {
  mutationFn: (fields: InputOf<typeof settingsCalls.setMaintenance>) => call(settingsCalls.setMaintenance, fields),
  onSuccess: saveStatus,
}

/** Shows a sentence to everybody, or takes it away. */
export const setNotice = {
  mutationFn: (notice: string | null) => call(settingsCalls.setNotice, { notice }),
  onSuccess: saveStatus,
}

/** Switches a feature for everybody, a role, a team or a user. */
export const setFeature = {
  mutationFn: (fields: InputOf<typeof settingsCalls.setFeature>) => call(settingsCalls.setFeature, fields),
  onSuccess: (features: Awaited<ReturnType<typeof call<typeof settingsCalls.setFeature>>>) =>
    queryClient.setQueryData(featureSwitches().queryKey, features),
}
