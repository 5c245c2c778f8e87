import { createECDH } from 'node:crypto'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { secretsFor } from '../../../../platform/server/secrets.ts'
import { storedKeys, storeKeys } from '../queries/devices.ts'

type PushKeys = NonNullable<QueryContext['config']['pushKeys']>

/** Bytes of a private key. */
const KEY_BYTES = 32

/** A new pair on the curve P-256, as push services want it. */
function newPushKeys(): PushKeys {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys().toString('base64url')
  // Leading zeros belong to it.
  const bytes = pair.getPrivateKey()
  const privateKey = Buffer.concat([Buffer.alloc(KEY_BYTES - bytes.length), bytes]).toString('base64url')
  return { publicKey, privateKey }
}

/**
 * The keys by which push services recognize this installation: those of the configuration, otherwise a pair that is made once and
 * stored, the private one encrypted. A pair that cannot be opened any more, as KEYTURN_SECRET was changed, is replaced; browsers
 * subscribe again at their next visit.
 */
export async function pushKeysOf(ctx: QueryContext): Promise<PushKeys> {
  if (ctx.config.pushKeys) return ctx.config.pushKeys
  const secrets = secretsFor('push keys', ctx.config)
  const stored = await storedKeys(ctx)
  const privateKey = stored && secrets.open(stored.private_key)
  if (stored && privateKey) return { publicKey: stored.public_key, privateKey }
  const made = newPushKeys()
  await storeKeys(
    ctx,
    { public_key: made.publicKey, private_key: secrets.seal(made.privateKey) },
    stored?.public_key ?? null,
  )
  // Another process may have been first: what is stored counts.
  const kept = await storedKeys(ctx)
  const opened = kept && secrets.open(kept.private_key)
  return kept && opened ? { publicKey: kept.public_key, privateKey: opened } : made
}
