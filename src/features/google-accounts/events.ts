import { defineEvent } from '../../platform/server/events.ts'
import type { GoogleServiceName } from './rules.ts'

/** An account that is reached from now on, or no longer. */
export interface GoogleAccountChange {
  user_id: number
  services: readonly GoogleServiceName[]
}

/** Somebody connected these, for the first time or again; whatever waited for them goes on. */
export const googleConnected = defineEvent<GoogleAccountChange>('google connected')

/** Somebody switched these off, or Google no longer takes the tokens. What was stored stays. */
export const googleDisconnected = defineEvent<GoogleAccountChange & { reason: 'revoked' | 'switched_off' }>(
  'google disconnected',
)
