import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 2 ** 14, r: 8, p: 1 }
const KEY_BYTES = 32

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key))),
  )

/** What is stored of a password: parameters, salt and key. */
export async function hashOfPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Whether the password is the one that was hashed. Without a hash it works as long, and says no. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = (stored ?? `scrypt$${COST.N}$${COST.r}$${COST.p}$$`).split('$')
  const expected = Buffer.from(key, 'base64')
  const derived = await derive(password, Buffer.from(salt, 'base64'), { N: Number(n), r: Number(r), p: Number(p) })
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}
