import { z } from 'zod'
import { contentMd5, signatureOf, signedDate } from './signature.ts'
import { type NewTrade, type Trade, type TradeFacts, tradeOf, WireTrade, wireFacts, wireNewTrade } from './trade.ts'

/** Where the back office is, and what requests are signed with. */
export interface LoneWolfServer {
  url: string
  /** The API token. */
  key: string
  secret: string
  /** Of the office, or the family of offices. */
  clientCode: string
  /** Their ids that a trade is opened with, by the kind of deal; `null` where nothing is sent there. */
  opening: { propertyType: string; classifications: readonly string[] } | null
}

/** How the account stands. */
export type AccountState = { is_valid: true } | { is_valid: false; problem: string }

/** The back office cannot be reached, or answered nonsense: nobody knows anything. */
export class LoneWolfError extends Error {}

/** What became of something that was sent. `unknown`: no answer came, or none that says it. */
export type Sent =
  | { outcome: 'confirmed'; trade: Trade }
  | { outcome: 'differs' }
  | { outcome: 'refused'; problem: string; isAccount: boolean }
  | { outcome: 'unknown' }

/** Sent at a moment that is signed with it: the back office takes nothing that was signed long ago. */
interface Signed {
  at: Date
}

/** What the product asks of the back office. */
export interface LoneWolfClient {
  /** Whether the key opens the account. Throws a `LoneWolfError` when nobody can say. */
  account(): Promise<AccountState>
  /** The trades that hold a reference of ours, two at the most, by their numbers. */
  tradesByReference(reference: string): Promise<Trade[]>
  /** The trade of a number; `null` when there is none. */
  tradeByNumber(number: string): Promise<Trade | null>
  /** The trade of an id; `null` when it is gone. */
  trade(id: string): Promise<Trade | null>
  /** Trades that changed at a moment or later, oldest first, `limit` at the most. */
  changedSince(moment: Date, limit: number): Promise<Trade[]>
  /** Ids of members by their e-mail addresses, in lower case. */
  members(): Promise<Map<string, string>>
  /** Opens a trade. Asked twice it would open two: never ask again before a look-up. Does not throw. */
  open(trade: NewTrade, members: ReadonlyMap<string, string>, signed: Signed): Promise<Sent>
  /** Changes a trade, unless it is another than the version that the change is based on. Does not throw. */
  change(id: string, facts: TradeFacts, basedOn: string, signed: Signed): Promise<Sent>
}

const TIMEOUT_MS = 10_000
const MAX_MEMBERS = 1000
const TRADES = '/wolfconnect/transactions/v1'

const ClientError = z.object({ Message: z.string().nullish(), Details: z.string().nullish() })
const Member = z.object({
  Id: z.string(),
  EmailAddresses: z.array(z.object({ Address: z.string().nullish() })).nullish(),
})

interface Answer {
  status: number
  body: unknown
}

type Ask = (method: string, path: string, sent?: { body: unknown; at: Date }) => Promise<Answer>

/** Speaks to the back office; every request is signed. */
export function connectLoneWolf(
  server: LoneWolfServer,
  { timeoutMs = TIMEOUT_MS, now = () => new Date() }: { timeoutMs?: number; now?: () => Date } = {},
): LoneWolfClient {
  const ask = askerOf(server, { timeoutMs, now })
  const found = async (query: string): Promise<Trade[]> => {
    const { status, body } = await ask('GET', `${TRADES}?${query}&$expand=`)
    if (status !== 200) throw new LoneWolfError(`Lone Wolf answered ${status}.`)
    const trades = z.array(WireTrade).safeParse(body).data
    if (!trades) throw new LoneWolfError('Lone Wolf answered no trades.')
    return trades.map(tradeOf)
  }
  return {
    async account() {
      const { status } = await ask('GET', '/wolfconnect/members/v1?$orderby=Id&$top=1&$expand=')
      if (status === 200) return { is_valid: true }
      if (isRefusedAccount(status)) return { is_valid: false, problem: 'Lone Wolf refused the key of the account.' }
      throw new LoneWolfError(`Lone Wolf answered ${status}.`)
    },
    tradesByReference: reference => found(`$filter=LegalDescription eq ${quoted(reference)}&$orderby=Number&$top=2`),
    tradeByNumber: async number =>
      (await found(`$filter=Number eq ${quoted(number)}&$orderby=Number&$top=1`))[0] ?? null,
    async trade(id) {
      const { status, body } = await ask('GET', `${TRADES}/${id}?$expand=`)
      if (status === 404) return null
      const trade = WireTrade.safeParse(body).data
      if (status !== 200 || !trade) throw new LoneWolfError(`Lone Wolf answered ${status}.`)
      return tradeOf(trade)
    },
    changedSince: (moment, limit) =>
      found(
        `$filter=TransactionChangedTimestamp ge datetimeoffset'${moment.toISOString()}'&$orderby=TransactionChangedTimestamp&$top=${limit}`,
      ),
    async members() {
      const path = `/wolfconnect/members/v1?$orderby=Id&$top=${MAX_MEMBERS}&$expand=EmailAddresses`
      const { status, body } = await ask('GET', path)
      const members = z.array(Member).safeParse(body).data
      if (status !== 200 || !members) throw new LoneWolfError(`Lone Wolf answered ${status}.`)
      return new Map(
        members.flatMap(({ Id, EmailAddresses }) =>
          (EmailAddresses ?? []).map(({ Address }) => [(Address ?? '').toLowerCase(), Id] as const),
        ),
      )
    },
    async open(trade, members, { at }) {
      const { opening } = server
      const classification = opening?.classifications[trade.type - 1]
      if (!opening || classification === undefined) throw new Error('Nothing is set up to open trades with.')
      const body = wireNewTrade(trade, { propertyType: opening.propertyType, classification, members })
      return sentOf(ask('POST', TRADES, { body, at }))
    },
    change: (id, facts, basedOn, { at }) =>
      sentOf(ask('PUT', `${TRADES}/${id}`, { body: { ...wireFacts(facts), RowVersion: Number(basedOn) }, at })),
  }
}

function askerOf(
  { url, key, secret, clientCode }: LoneWolfServer,
  { timeoutMs, now }: { timeoutMs: number; now: () => Date },
): Ask {
  return async (method, path, sent) => {
    const date = signedDate(sent?.at ?? now())
    const body = sent ? JSON.stringify(sent.body) : ''
    const signature = signatureOf({ method, uri: path, date, body }, secret)
    try {
      const response = await fetch(`${url.replace(/\/$/, '')}${encoded(path)}`, {
        method,
        headers: {
          authorization: `LoneWolfToken ${key}:${clientCode}:${signature}:${date}`,
          'content-md5': contentMd5(body),
          ...(sent && { 'content-type': 'application/json' }),
        },
        ...(sent && { body }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, body: await response.json().catch(() => null) }
    } catch (error) {
      throw new LoneWolfError('Lone Wolf cannot be reached.', { cause: error })
    }
  }
}

/** Only what stands behind `=` is anybody's text. */
function encoded(path: string): string {
  const [route = '', query] = path.split(/\?(.*)/s)
  const at = route.split('/').map(encodeURIComponent).join('/')
  if (query === undefined) return at
  return `${at}?${query
    .split('&$')
    .map(part => part.replace(/=(.*)$/s, (_, value: string) => `=${encodeURIComponent(value)}`))
    .join('&$')}`
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const isRefusedAccount = (status: number) => status === 401 || status === 403

/** What became of it; whoever does not answer may have done it. */
async function sentOf(asked: Promise<Answer>): Promise<Sent> {
  const answer = await asked.catch((error: unknown) => {
    if (error instanceof LoneWolfError) return null
    throw error
  })
  if (answer === null) return { outcome: 'unknown' }
  const { status, body } = answer
  const trade = status === 200 || status === 201 ? WireTrade.safeParse(body).data : undefined
  if (trade) return { outcome: 'confirmed', trade: tradeOf(trade) }
  if (status === 409) return { outcome: 'differs' }
  if (isRefusedAccount(status))
    return { outcome: 'refused', problem: 'Lone Wolf refused the key of the account.', isAccount: true }
  const said = ClientError.safeParse(body).data
  // What is refused says why; anything else may come from whatever stands between, and says nothing.
  if (said && (status === 400 || status === 404 || status === 422))
    return {
      outcome: 'refused',
      problem: said.Details ?? said.Message ?? `Lone Wolf answered ${status}.`,
      isAccount: false,
    }
  return { outcome: 'unknown' }
}
