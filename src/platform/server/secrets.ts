import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Closes texts so that only this installation can open them, and notices when somebody changed them. */
export interface Secrets {
  seal(text: string): string
  /** The text, or `null` when it was not sealed here or was changed since. */
  open(sealed: string): string | null
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

interface Key {
  id: string
  bytes: Buffer
}

const keyOf = (secret: string, purpose: string): Key => ({
  id: createHash('sha256').update(`key id ${secret}`).digest('hex').slice(0, 8),
  bytes: Buffer.from(hkdfSync('sha256', secret, 'keyturn', purpose, 32)),
})

/**
 * AES-256-GCM with a key of its own for each purpose. The key's id stands in front of the text: after the secret was
 * changed, the old one (`KEYTURN_OLD_SECRETS`) still opens what it closed.
 */
export function secretsFor(
  purpose: string,
  { secret, oldSecrets }: { secret: string; oldSecrets: readonly string[] },
): Secrets {
  const current = keyOf(secret, purpose)
  const keys = [current, ...oldSecrets.map(old => keyOf(old, purpose))]
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce)
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url')}`
    },
    open(sealed) {
      const [id, body = ''] = sealed.split('.')
      const key = keys.find(candidate => candidate.id === id)
      const bytes = Buffer.from(body, 'base64url')
      return key && bytes.length >= NONCE_BYTES + TAG_BYTES ? opened(bytes, key) : null
    },
  }
}

function opened(bytes: Buffer, key: Key): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** A random text that nobody can guess. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares two texts in a time that does not depend on where they differ. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(hashOfToken(one), hashOfToken(other))
