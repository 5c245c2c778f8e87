import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTradeEngine, type TradeEngine } from '../../../testing/engines/tradeEngine.ts'
import { tradeState } from '../rules/states.ts'
import { recordAccount } from './commands/account.ts'
import { checkTrades } from './commands/checkup.ts'

const MINUTE = 60_000

describe('a deal and its trade in Lone Wolf', { timeout: 60_000 }, () => {
  let engine: TradeEngine
  beforeAll(async () => {
    engine = await openTradeEngine()
    await engine.rows(`INSERT INTO users (email, first_name) VALUES ('deals@people.test', 'Dana')`)
    await engine.rows(
      `INSERT INTO user_roles (user_id, role) SELECT id, unnest(ARRAY['deals_admin', 'admin']) FROM users
       WHERE email = 'deals@people.test'`,
    )
  }, 120_000)
  afterAll(() => engine.close())

  const one = async (text: string, values: unknown[]) => (await engine.rows(text, values))[0]
  const trade = (id: number) => one('SELECT * FROM lonewolf_trades WHERE deal_id = $1', [id])
  const row = (id: number) =>
    one('SELECT * FROM lonewolf_outbox WHERE deal_id = $1 ORDER BY version DESC LIMIT 1', [id])
  const books = () => engine.service.books
  const theirsOf = async (id: number) => {
    const { number } = await trade(id)
    return books().trades.find(known => known.Number === number)
  }
  /** How often something was said about a deal, to however many people. */
  const notices = (title: string, id: number | null = null) =>
    engine.rows('SELECT DISTINCT cause FROM notifications WHERE title LIKE $1 AND path LIKE $2', [
      `%${title}%`,
      id === null ? '%' : `/deals/${id}`,
    ])

  it('gets the number of the trade, and a change of the deal goes to the same trade', async () => {
    const id = await engine.deal({ mls_number: 'E9512345' })
    await engine.round()
    const { number } = await trade(id)
    expect(await one('SELECT trade_number FROM deals WHERE id = $1', [id])).toEqual({ trade_number: number })
    expect(await theirsOf(id)).toMatchObject({ MLSNumber: 'E9512345', SellPrice: 1_365_000, CloseDate: '2026-12-18' })
    await engine.change(id, { close_date: '2027-01-08' })
    await engine.change(id, { close_date: '2027-01-11' })
    await engine.round()
    expect(await row(id)).toMatchObject({ version: 2, state: 'confirmed', kind: 'change' })
    expect(await theirsOf(id)).toMatchObject({ CloseDate: '2027-01-11' })
  })

  it('is unknown in a minute when no answer came, and confirmed by a look-up', async () => {
    const id = await engine.deal()
    await engine.round('silent', 'after')
    const { sent_at } = await row(id)
    const shown = (now: Date) =>
      tradeState({ row: { state: 'sent', reason: null, sent_at }, differs: false, isAccountValid: true, now })
    expect(shown(engine.now())).toBe('sending')
    engine.pass(31_000)
    expect(shown(engine.now())).toBe('unknown')
    await engine.round()
    expect(await row(id)).toMatchObject({ state: 'confirmed', version: 1 })
  })

  it('is looked for and not sent again while what was sent may still arrive', async () => {
    const id = await engine.deal()
    await engine.round('held')
    for (let at = 0; at < 3; at++) {
      engine.pass(MINUTE)
      await engine.round()
    }
    expect(await row(id)).toMatchObject({ state: 'unknown', version: 1, lookups: 3 })
    expect(await checkTrades(engine.context())).toMatchObject([{ state: 'warning' }])
    await engine.service.release()
    await engine.round()
    expect(await row(id)).toMatchObject({ state: 'confirmed', version: 1 })
  })

  it('is sent again once what was sent can no longer arrive, and by a person when that happens again and again', async () => {
    const id = await engine.deal()
    for (let at = 0; at < 4; at++) {
      await engine.round('lost')
      engine.pass(16 * MINUTE)
    }
    expect(await row(id)).toMatchObject({ state: 'refused', reason: 'lost', version: 3 })
    expect(await notices('does not reach', id)).toHaveLength(1)
  })

  it('asks which side holds when both changed it, and sends ours over theirs only after that', async () => {
    const id = await engine.deal()
    await engine.round()
    const { number } = await trade(id)
    books().touch(number, { CloseDate: '2027-02-01' })
    await engine.change(id, { close_date: '2027-02-05' })
    await engine.round()
    expect(await row(id)).toMatchObject({ state: 'refused', reason: 'differs' })
    expect((await trade(id)).differs_since).not.toBeNull()
    expect(await theirsOf(id)).toMatchObject({ CloseDate: '2027-02-01' })
    expect(await notices(`has trade ${number} otherwise`)).toHaveLength(1)
  })

  it('learns what they changed: the status is theirs, and what differs is asked', async () => {
    const id = await engine.deal()
    await engine.rows(`INSERT INTO checklists (deal_id, lonewolf_deal_status_id) VALUES ($1, 2)`, [id])
    await engine.round()
    const { number } = await trade(id)
    engine.pass(MINUTE)
    books().touch(number, { StatusCode: 'A' })
    await engine.read()
    expect(await one('SELECT lonewolf_deal_status_id AS status FROM checklists WHERE deal_id = $1', [id])).toEqual({
      status: 4,
    })
    expect((await trade(id)).differs_since).toBeNull()
    engine.pass(MINUTE)
    books().touch(number, { SellPrice: 1_400_000 })
    await engine.read()
    await engine.read()
    expect((await trade(id)).differs_since).not.toBeNull()
    expect(await notices(`has trade ${number} otherwise`)).toHaveLength(1)
  })

  it('says that a second trade holds the deal, until that is taken back there', async () => {
    const id = await engine.deal()
    await engine.round()
    const first = await theirsOf(id)
    if (!first) throw new Error('It is not there.')
    engine.pass(MINUTE)
    const again = { ...first, Id: 'again', Number: '26-9999', TransactionChangedTimestamp: engine.now().toISOString() }
    books().trades.push(again)
    await engine.read()
    expect(await trade(id)).toMatchObject({ twin: '26-9999', number: first.Number })
    engine.pass(MINUTE)
    books().touch('26-9999', { StatusCode: 'B' })
    await engine.read()
    expect((await trade(id)).twin).toBeNull()
    books().trades.splice(books().trades.indexOf(again), 1)
  })

  it('takes a trade over that the office entered by hand', async () => {
    const other = await engine.deal()
    await engine.round()
    const { number } = await trade(other)
    await engine.rows('DELETE FROM deals WHERE id = $1', [other])
    const before = books().trades.length
    const id = await engine.deal({ trade_number: number })
    await engine.round()
    expect(await row(id)).toMatchObject({ state: 'confirmed' })
    expect(books().trades).toHaveLength(before)
  })

  it('is not sent while an agent of it is no member there, and says who', async () => {
    const id = await engine.deal()
    await engine.rows(`UPDATE users SET email = 'other@people.test' WHERE email = 'ada@people.test'`)
    await engine.round()
    await engine.rows(`UPDATE users SET email = 'ada@people.test' WHERE email = 'other@people.test'`)
    expect((await row(id)).problem).toContain('Ada Tester')
    expect(await notices('does not take', id)).toHaveLength(1)
  })

  it('waits without a word more while the account is refused, and goes when it is valid again', async () => {
    const id = await engine.deal()
    for (let at = 0; at < 3; at++)
      await engine.transaction(ctx => recordAccount(ctx, 'Lone Wolf refused the key of the account.'))
    expect(await notices('refuses the account')).toHaveLength(1)
    expect(await row(id)).toMatchObject({ state: 'prepared' })
    await engine.transaction(ctx => recordAccount(ctx, null))
    await engine.round()
    expect(await row(id)).toMatchObject({ state: 'confirmed' })
  })

  it('goes forward only: what was sent never counts as unsent', async () => {
    const id = await engine.deal()
    await engine.round()
    for (const state of ['prepared', 'sent', 'unknown'])
      await expect(
        engine.rows('UPDATE lonewolf_outbox SET state = $2 WHERE deal_id = $1', [id, state]),
      ).rejects.toThrow()
  })

  it('is nothing to Lone Wolf while it lacks what a trade needs', async () => {
    const id = await engine.deal({ close_date: null })
    expect(await trade(id)).toBeUndefined()
  })
})
