import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/** An answer of the stand-in. */
export interface Reply {
  status: number
  body: unknown
}

/** A trade of the stand-in, as it travels. */
export type FakeTrade = Record<string, unknown> & {
  Id: string
  Number: string
  StatusCode: string
  RowVersion: number
  TransactionChangedTimestamp: string
}

/** The trades of the stand-in, and what its people do with them. */
export interface FakeBooks {
  trades: FakeTrade[]
  /** Somebody of the back office changes a trade. */
  touch(number: string, change: Record<string, unknown>): void
  reply(method: string, uri: string, body: string): Reply
}

interface BooksOptions {
  now: () => Date
  /** E-mail addresses of the members; everybody when not said. */
  members?: () => readonly string[]
  /** The next trade has this number. */
  firstNumber?: number
}

const MAX_FOUND = 1000
const MAX_REFERENCE = 100
const required = ['PropertyTypeId', 'ClassificationId', 'CloseDate', 'OfferDate', 'SellPrice', 'MLSAddress', 'Tiers']
const Sent = z.record(z.string(), z.unknown())
const refused = (status: number, Code: number, Message: string, Details = Message): Reply => ({
  status,
  body: { Code, Message, Details },
})

/** Opens books: numbers are given out in order, and every change makes another row version. */
export function openFakeBooks({ now, members = () => [], firstNumber = 1184 }: BooksOptions): FakeBooks {
  const trades: FakeTrade[] = []
  let version = 1_000_000
  let opened = 0
  const stamp = () => ({ RowVersion: ++version, TransactionChangedTimestamp: now().toISOString() })
  const memberId = (email: string) => `member ${email}`

  function open(given: Record<string, unknown>): Reply {
    const missing = required.find(name => given[name] === undefined || given[name] === null)
    if (missing) return refused(400, 1002, 'Missing parameter.', `The ${missing} is required.`)
    const wrong = wrongIn(given)
    if (wrong) return wrong
    const number = `${now().toISOString().slice(2, 4)}-${firstNumber + opened++}`
    const trade = { ...given, Id: `N${randomUUID()}==`, Number: number, StatusCode: 'N', ...stamp() }
    trades.push(trade)
    return { status: 201, body: trade }
  }

  function wrongIn({ SellPrice, LegalDescription, MLSNumber }: Record<string, unknown>): Reply | null {
    if (typeof SellPrice === 'number' && SellPrice <= 0)
      return refused(400, 1006, 'Validation failed.', 'The sell price must be more than 0.')
    if (String(LegalDescription ?? '').length > MAX_REFERENCE || String(MLSNumber ?? '').length > 15)
      return refused(400, 1006, 'Validation failed.', 'A text is too long.')
    return null
  }

  function change(id: string, given: Record<string, unknown>): Reply {
    const trade = trades.find(one => one.Id === id)
    if (!trade) return refused(404, 404, 'The transaction could not be found.')
    const { RowVersion = null } = given
    // Without a version nothing is compared: whatever was there is written over.
    if (RowVersion !== null && RowVersion !== trade.RowVersion) return refused(409, 409, 'Conflict')
    const wrong = wrongIn(given)
    if (wrong) return wrong
    if ('StatusCode' in given) return refused(400, 1008, 'Invalid operation.', 'The status is read only.')
    for (const [name, value] of Object.entries(given)) if (value !== null) trade[name] = value
    Object.assign(trade, stamp())
    return { status: 200, body: trade }
  }

  return {
    trades,
    touch(number, given) {
      const trade = trades.find(one => one.Number === number)
      if (trade) Object.assign(trade, given, stamp())
    },
    reply(method, uri, body) {
      const id = /^\/wolfconnect\/transactions\/v1\/([^?]+)/.exec(uri)?.[1]
      const isTrades = uri.startsWith('/wolfconnect/transactions/v1')
      if (method === 'GET' && uri.startsWith('/wolfconnect/members/v1'))
        return {
          status: 200,
          body: members().map(email => ({ Id: memberId(email), EmailAddresses: [{ Code: 'B', Address: email }] })),
        }
      // Whoever asks for what is not there hears no reason.
      if (!isTrades) return { status: 404, body: null }
      if (method === 'GET' && id === undefined) return listed(trades, uri)
      if (method === 'GET') {
        const trade = trades.find(one => one.Id === id)
        return trade ? { status: 200, body: trade } : refused(404, 404, 'The transaction could not be found.')
      }
      const given = Sent.parse(JSON.parse(body))
      return method === 'POST' ? open(given) : change(id ?? '', given)
    },
  }
}

function listed(trades: readonly FakeTrade[], uri: string): Reply {
  const asked = (name: string) => uri.match(new RegExp(`[?&]\\$${name}=(.*?)(?=&\\$|$)`, 's'))?.[1]
  const [filter = '', top, order] = [asked('filter'), asked('top'), asked('orderby')]
  if (top !== undefined && (order === undefined || Number(top) > MAX_FOUND))
    return refused(400, 1001, 'Invalid parameter.', '$top needs $orderby, and is 1000 at the most.')
  const equal = /^(\w+) eq '(.*)'$/s.exec(filter)
  const since = /^TransactionChangedTimestamp ge datetimeoffset'(.*)'$/.exec(filter)?.[1]
  if (filter !== '' && !equal && since === undefined) return refused(400, 1001, 'Invalid parameter.')
  const found = trades.filter(trade =>
    equal
      ? String(trade[equal[1] ?? ''] ?? '') === equal[2]?.replaceAll("''", "'")
      : since === undefined || Date.parse(trade.TransactionChangedTimestamp) >= Date.parse(since),
  )
  return { status: 200, body: found.slice(0, Number(top ?? MAX_FOUND)) }
}
