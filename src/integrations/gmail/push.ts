import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import type { GmailPush } from './config.ts'

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const keys = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * Whether a push is Google's own: a token that Google signed for this address and for the account that was given to the
 * subscription. Whoever finds the address can send anything else there.
 */
export async function isPushGenuine(push: GmailPush, authorization: string | undefined): Promise<boolean> {
  const [, token] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? []
  if (!token) return false
  const known = keys.get(push.certsUrl) ?? createRemoteJWKSet(new URL(push.certsUrl))
  keys.set(push.certsUrl, known)
  try {
    const { payload } = await jwtVerify(token, known, {
      issuer: ISSUERS,
      audience: push.audience,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'email'],
    })
    return payload.email === push.account && payload.email_verified === true
  } catch {
    return false
  }
}

const Push = z.object({ message: z.object({ data: z.string() }) })
const Notice = z.object({ emailAddress: z.string() })

/** Whose mailbox changed; `null` for a push that cannot be read. */
export function mailboxOfPush(body: unknown): string | null {
  const push = Push.safeParse(body)
  if (!push.success) return null
  try {
    return Notice.parse(JSON.parse(Buffer.from(push.data.message.data, 'base64').toString('utf8'))).emailAddress
  } catch {
    return null
  }
}
