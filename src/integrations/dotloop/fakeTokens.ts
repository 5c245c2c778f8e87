import { createHmac } from 'node:crypto'
import { isSameText } from '../../platform/server/secrets.ts'

/** What a token of the stand-in says of itself. */
interface Claims {
  kind: 'code' | 'access' | 'refresh'
  account: string
  /** Milliseconds since 1970; tokens without an end are refreshed until they are used. */
  until: number | null
  serial: number
  /** Codes only: where they were sent. */
  redirectUri?: string
}

/** Seconds that an access token lasts. */
export const ACCESS_SECONDS = 12 * 3600
const CODE_SECONDS = 60

/**
 * Tokens that say themselves what they are worth, so that the demo's stored account survives a restart. What was used up
 * or revoked is known to this process only.
 */
export class FakeTokens {
  readonly #secret: string
  readonly #now: () => Date
  readonly #spent = new Set<string>()
  #serial = 0
  /** How often a refresh token was accepted. */
  refreshes = 0

  constructor(secret: string, now: () => Date) {
    this.#secret = secret
    this.#now = now
  }

  codeFor(account: string, redirectUri: string): string {
    return this.#sign({ kind: 'code', account, until: this.#in(CODE_SECONDS), serial: ++this.#serial, redirectUri })
  }

  pairFor(account: string): { access_token: string; refresh_token: string; expires_in: number } {
    const serial = this.#now().getTime() * 1000 + ++this.#serial
    return {
      access_token: this.#sign({ kind: 'access', account, until: this.#in(ACCESS_SECONDS), serial }),
      refresh_token: this.#sign({ kind: 'refresh', account, until: null, serial }),
      expires_in: ACCESS_SECONDS,
    }
  }

  /** Whose token this is; `null` for one that is not valid any more or never was. */
  read(token: string, kind: Claims['kind']): Claims | null {
    const [body = '', signature = ''] = token.split('.')
    if (this.#spent.has(token) || !isSameText(signature, this.#signatureOf(body))) return null
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
    return claims.kind === kind && (claims.until === null || claims.until > this.#now().getTime()) ? claims : null
  }

  /** The same, once. */
  spend(token: string, kind: Claims['kind']): Claims | null {
    const claims = this.read(token, kind)
    if (claims) this.#spent.add(token)
    if (claims && kind === 'refresh') this.refreshes += 1
    return claims
  }

  #in = (seconds: number) => this.#now().getTime() + seconds * 1000
  #signatureOf = (body: string) => createHmac('sha256', this.#secret).update(body).digest('base64url')

  #sign(claims: Claims): string {
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
    return `${body}.${this.#signatureOf(body)}`
  }
}
