import { createRequire } from 'node:module'
import type { VoiceAccount } from './config.ts'

/** The package's own module of tokens: its main file would load the client of every product that Twilio has. */
const AccessToken = createRequire(import.meta.url)(
  'twilio/lib/jwt/AccessToken.js',
) as typeof import('twilio/lib/jwt/AccessToken.js')

/** Seconds for which a token is good; browsers ask for a new one well before. */
export const TOKEN_SECONDS = 3600

/** A token with which one browser places calls, and is rung under a name of letters, digits and underscores. */
export function voiceToken(account: VoiceAccount, identity: string): string {
  const token = new AccessToken(account.accountSid, account.apiKey, account.apiSecret, { identity, ttl: TOKEN_SECONDS })
  token.addGrant(new AccessToken.VoiceGrant({ incomingAllow: true, outgoingApplicationSid: account.applicationSid }))
  return token.toJwt()
}
