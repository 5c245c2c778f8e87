import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { type SystemStatus, settingsCalls } from '../contract.ts'

const MAINTENANCE_POLL_MS = 10_000

/** Maintenance, notice and version, as everybody may know them. */
export const systemStatus = queryOptions({
  ...queryOf(settingsCalls.systemStatus, {}, { topics: ['system'] }),
  // Whoever was signed out by maintenance has no live stream that would tell its end.
  refetchInterval: query => (query.state.data?.maintenance?.live ? MAINTENANCE_POLL_MS : false),
})

/** Features with their switches, for administrators; some are switched for single people. */
export const featureSwitches = queryOf(settingsCalls.features, {}, { topics: ['people'] })

/** Shows the state of the system as the server says it is now. */
export const showStatus = (status: SystemStatus) => void queryClient.setQueryData(systemStatus.queryKey, status)

/** Plans, begins or ends a maintenance. */
export const setMaintenance = (fields: InputOf<typeof settingsCalls.setMaintenance>) =>
  call(settingsCalls.setMaintenance, fields).then(showStatus)

/** Shows a sentence to everybody, or takes it away. */
export const setNotice = (fields: InputOf<typeof settingsCalls.setNotice>) =>
  call(settingsCalls.setNotice, fields).then(showStatus)

/** Switches a feature for everybody, a role, a team or a user. */
export async function setFeature(fields: InputOf<typeof settingsCalls.setFeature>): Promise<void> {
  queryClient.setQueryData(featureSwitches.queryKey, await call(settingsCalls.setFeature, fields))
}

/** Turns a feature on for everyone, for agents or for nobody. */
export async function setFeatureReach(fields: InputOf<typeof settingsCalls.setFeatureReach>): Promise<void> {
  queryClient.setQueryData(featureSwitches.queryKey, await call(settingsCalls.setFeatureReach, fields))
}
