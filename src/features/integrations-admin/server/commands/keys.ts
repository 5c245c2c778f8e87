import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid } from '../../../../platform/server/errors.ts'
import type { Authenticate } from '../../../../platform/server/http/authenticate.ts'
import { hashOfToken, randomToken } from '../../../../platform/server/secrets.ts'
import { parseInstant } from '../../../../platform/wire/fields.ts'
import { hintOf } from '../../../intake/rules/sources.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import type { ApiKeyRecord } from '../../contract.ts'
import { mayCall } from '../../rules/scopes.ts'
import { MAX_KEYS } from '../../rules/webhooks.ts'
import { apiKeys, insertKey, keyByHash, recordKeyUse } from '../queries/keys.ts'

/** How every key begins: by it the platform tells keys from the tokens of people. */
export const KEY_PREFIX = 'kt_api_'

interface NewKey {
  name: string
  scopes: readonly string[]
  expires_at?: string | null
}

/** Makes a key that reads through the eyes of whoever makes it. The key itself is in the answer, and stored nowhere. */
export async function createKey(ctx: WriteContext, given: NewKey): Promise<{ key: ApiKeyRecord; token: string }> {
  const expires_at = given.expires_at ? parseInstant(given.expires_at) : null
  if (expires_at && expires_at <= ctx.now) throw invalid({ expires_at: ['The end of the key must be in the future.'] })
  if ((await apiKeys(ctx)).length >= MAX_KEYS) throw conflict(`There are ${MAX_KEYS} keys already. Revoke one first.`)
  const token = KEY_PREFIX + randomToken()
  const { name } = given
  const scopes = [...new Set(given.scopes)]
  const user_id = ctx.viewer.user_id
  const id = await insertKey(ctx, { name, scopes, user_id, expires_at, hash: hashOfToken(token), hint: hintOf(token) })
  ctx.audit({ subject: 'key', subject_id: id, after: { name, scopes, expires_at } })
  const [key] = await apiKeys(ctx, id)
  if (!key) throw new Error(`The key ${id} was not stored.`)
  return { key, token }
}

/** Through whose eyes a key reads. It ends with its own end, when it is revoked, and with the account of its user. */
export const authenticateKey: Authenticate = async (db, token, { now, isUse }) => {
  const key = await keyByHash(db, hashOfToken(token))
  if (!key) return 'token_invalid'
  if (key.revoked_at !== null || (key.expires_at !== null && new Date(key.expires_at) <= now)) return 'non_refreshable'
  const viewer = await viewerOfUser(db, key.user_id)
  if (!viewer) return 'non_refreshable'
  if (isUse) await recordKeyUse(db, key.id, now)
  return {
    viewer,
    actor: { user_id: key.user_id, is_possession: false },
    session_id: null,
    apiKey: { id: key.id, mayCall: named => mayCall(key.scopes, named) },
  }
}
