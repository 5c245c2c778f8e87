import { createHmac } from 'node:crypto'

/** Seconds for which credentials are good that are made here. */
export const CREDENTIAL_SECONDS = 3600

/** What a browser answers the question of a telephone system, or of a TURN server, with. */
export interface SipCredentials {
  name: string
  password: string
}

/**
 * Credentials that end by themselves: the time at which they do stands in the name, and the password proves that whoever made them
 * knows the secret. Kamailio (auth_ephemeral) and coturn (use-auth-secret) check them without asking anybody.
 */
export function shortLived(secret: string, user: string, now: Date): SipCredentials {
  const name = `${Math.floor(now.getTime() / 1000) + CREDENTIAL_SECONDS}:${user}`
  return { name, password: createHmac('sha1', secret).update(name).digest('base64') }
}
