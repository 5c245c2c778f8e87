import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../../platform/server/database/database.ts'
import { cookieIn, setCookie } from '../../../../platform/server/http/cookies.ts'
import { hashOfToken, randomToken } from '../../../../platform/server/secrets.ts'
import { claimTicket, insertTicket, type Ticket } from '../queries/signIn.ts'

/** The page of the callback lives so long; it posts its ticket at once. */
const TICKET_SECONDS = 2 * 60

/** Each ticket has a cookie of its own, so that sign-ins in two windows do not get into each other's way. */
const cookieName = (token: string) => `keyturn_ticket_${hashOfToken(token).toString('hex').slice(0, 16)}`

/**
 * Stores what the identity provider said, for the browser that asked. Answers the token for its page, and the cookie that
 * must come back with it: a token alone, in a link that somebody else made, signs nobody in to the wrong account.
 */
export async function issueTicket(
  db: Db,
  said: Omit<Ticket, 'browser_hash'>,
  { now, secure }: { now: Date; secure: boolean },
): Promise<{ token: string; cookie: string }> {
  const [token, browser] = [randomToken(), randomToken()]
  await insertTicket(db, {
    ...said,
    hash: hashOfToken(token),
    browser_hash: hashOfToken(browser),
    now,
    expires_at: new Date(now.getTime() + TICKET_SECONDS * 1000),
  })
  const cookie = { name: cookieName(token), value: browser, path: '/crm', seconds: TICKET_SECONDS, secure }
  return { token, cookie: setCookie(cookie) }
}

/** What the provider said, for the browser that it was meant for; `null` otherwise. Used up whatever comes of it. */
export async function redeemTicket(
  db: Db,
  { token, cookies, purpose, now }: { token: string; cookies: string | null; purpose: Ticket['purpose']; now: Date },
): Promise<Ticket | null> {
  const ticket = await claimTicket(db, { hash: hashOfToken(token), purpose, now })
  const browser = cookieIn(cookies, cookieName(token))
  return ticket && browser && timingSafeEqual(hashOfToken(browser), ticket.browser_hash) ? ticket : null
}
