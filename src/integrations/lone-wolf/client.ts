import { z } from 'zod'
import { contentMd5, signatureOf } from './signature.ts'

/** Where the back office is, and the key that requests are signed with. */
export interface LoneWolfServer {
  url: string
  key: string
  secret: string
}

/** A trade as the back office has it: `Number` is the trade number; N is new, A available, C closed, B collapsed. */
export const Trade = z.object({
  Number: z.string(),
  StatusCode: z.enum(['N', 'A', 'B', 'C']),
  /** Changes with every change of the trade. */
  RowVersion: z.string(),
  /** What we wrote into it, by which it is found again. */
  ExternalReference: z.string().nullish(),
})
export type Trade = z.output<typeof Trade>

/** How the account stands. */
export type AccountState = { is_valid: true } | { is_valid: false; problem: string }

/** The back office cannot be reached, or answered nonsense: nobody knows anything. */
export class LoneWolfError extends Error {}

/** What the product asks of the back office. */
export interface LoneWolfClient {
  /** Whether the key opens the account. Throws a `LoneWolfError` when nobody can say. */
  account(): Promise<AccountState>
  /** The trade that holds a reference of ours; `null` when there is none. */
  tradeByReference(reference: string): Promise<Trade | null>
}

const TIMEOUT_MS = 10_000

/** Speaks to the back office; every request is signed. */
export function connectLoneWolf({ url, key, secret }: LoneWolfServer): LoneWolfClient {
  async function get(path: string): Promise<{ status: number; body: unknown }> {
    const address = new URL(`${url.replace(/\/$/, '')}${path}`)
    const date = new Date().toUTCString()
    const uri = `${address.pathname}${address.search}`
    const signature = signatureOf({ method: 'GET', uri, date, body: '' }, secret)
    try {
      const response = await fetch(address, {
        headers: { date, 'x-date': date, 'content-md5': contentMd5(''), authorization: `LoneWolf ${key}:${signature}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return { status: response.status, body: await response.json().catch(() => null) }
    } catch (error) {
      throw new LoneWolfError('Lone Wolf cannot be reached.', { cause: error })
    }
  }
  return {
    async account() {
      const { status } = await get('/wolfconnect/members/v1')
      if (status === 200) return { is_valid: true }
      if (status === 401 || status === 403)
        return { is_valid: false, problem: 'Lone Wolf refused the key of the account.' }
      throw new LoneWolfError(`Lone Wolf answered ${status}.`)
    },
    async tradeByReference(reference) {
      const filter = encodeURIComponent(`ExternalReference eq '${reference.replaceAll("'", "''")}'`)
      const { status, body } = await get(`/wolfconnect/transactions/v1?$filter=${filter}&$orderby=Number&$top=2`)
      if (status !== 200) throw new LoneWolfError(`Lone Wolf answered ${status}.`)
      const found = z.array(Trade).safeParse(body).data
      if (!found) throw new LoneWolfError('Lone Wolf answered no trades.')
      return found[0] ?? null
    },
  }
}
