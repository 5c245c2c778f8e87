import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { preferencesQuery } from './client.ts'
import { renewPush } from './push.ts'

/** Registers this browser again, with the key of today. */
export async function renewOnce(): Promise<void> {
  const { public_key } = await queryClient.fetchQuery(preferencesQuery)
  await renewPush(public_key)
}
