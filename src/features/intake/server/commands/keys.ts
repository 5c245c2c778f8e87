import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { addDays } from 'date-fns'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { forbidden, Refusal } from '../../../../platform/server/errors.ts'
import { hashOfToken } from '../../../../platform/server/secrets.ts'
import type { sourceKinds } from '../../contract/sources.ts'
import { hintOf, OVERLAP_DAYS } from '../../rules/sources.ts'
import { type KnownSource, rotateKey, sourcesOfKeys } from '../queries/sources.ts'
import { Together } from './together.ts'

const prefixes: Readonly<Record<(typeof sourceKinds)[number], string>> = {
  site: 'kt_live_',
  mailbox: 'kt_mail_',
  webhook: 'kt_hook_',
  mapped: 'kt_json_',
  google_ads: 'kt_gads_',
  facebook: 'kt_fb_',
}

/**
 * Gives a source a new key, which nobody can read again; the one before stays valid for a week beside it. Google takes keys of 50
 * characters at the most.
 */
export async function giveKey(ctx: Change, source: Pick<KnownSource, 'id' | 'kind'>): Promise<string> {
  const key = prefixes[source.kind] + randomBytes(source.kind === 'google_ads' ? 16 : 24).toString('hex')
  await saveKey(ctx, source.id, key)
  return key
}

/** Stores what is needed to know a key again. */
export const saveKey = (ctx: Change, sourceId: number, key: string): Promise<void> =>
  rotateKey(ctx, sourceId, { hash: hashOfToken(key), hint: hintOf(key), until: addDays(ctx.now, OVERLAP_DAYS) })

/** Keys that are looked up at once. */
const LOOK_UPS = 100

/** Finds the source of a key; `null` for one that is not valid. Requests that arrive together ask the database once. */
export function sourceFinder(contextNow: () => QueryContext): (key: string) => Promise<KnownSource | null> {
  const looking = new Together<string, KnownSource | null>({
    deal: keys => sourcesOfKeys(contextNow(), keys.map(hashOfToken)),
    weigh: () => 1,
    most: LOOK_UPS,
  })
  return key => looking.add(key)
}

/** The source whose key a request carries; refused without one, and with one that is not valid. */
export async function requireSource(find: ReturnType<typeof sourceFinder>, key: string | null): Promise<KnownSource> {
  if (key === null || key === '') throw new Refusal('no_token', 'Send the key of your source in x-intake-key.')
  const source = key.length > 200 ? null : await find(key)
  if (!source) throw new Refusal('token_invalid', 'The key in x-intake-key is not valid.')
  return source
}

/** The signature of a body: HMAC-SHA256 with the key, as hexadecimal digits. */
export const signatureOf = (key: string, body: string | Buffer): string =>
  createHmac('sha256', key).update(body).digest('hex')

/** Refuses a body that was not signed with the key; compares in a time that does not depend on where they differ. */
export function requireSignature(key: string, body: Buffer, given: string | null): void {
  const hex = (given ?? '').trim().replace(/^sha256=/i, '')
  const expected = Buffer.from(signatureOf(key, body), 'hex')
  const sent = Buffer.from(/^[0-9a-f]{64}$/i.test(hex) ? hex : '', 'hex')
  if (sent.length === 0)
    throw forbidden('Send the HMAC-SHA256 of the body, as hexadecimal digits, in x-intake-signature.')
  if (!timingSafeEqual(expected, sent)) throw forbidden('The signature in x-intake-signature is not that of the body.')
}
