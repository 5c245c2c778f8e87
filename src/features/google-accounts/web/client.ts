import { call } from '../../../platform/web/calls/call.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { googleAccountCalls } from '../contract.ts'
import type { GoogleServiceName } from '../rules.ts'

/** The Google account of the person. */
export const googleAccountQuery = queryOf(googleAccountCalls.account, {}, { topics: ['google'], staleTime: 60_000 })

/** Stops reaching a service. */
export const disconnectGoogle = (service: GoogleServiceName) => call(googleAccountCalls.disconnect, { service })
