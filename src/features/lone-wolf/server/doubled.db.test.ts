import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTradeEngine, type TradeEngine } from '../../../testing/engines/tradeEngine.ts'
import { prepareTrade } from './commands/prepare.ts'

const MINUTE = 60_000
const fates = fc.constantFrom('answered', 'held', 'silent', 'lost', 'broken')
const deaths = fc.constantFrom('before', 'after', null, null, null)
const step = fc.oneof(
  fc.record({ does: fc.constant('round' as const), fate: fates, death: deaths }),
  fc.record({ does: fc.constant('two rounds' as const), fate: fates, death: deaths }),
  fc.record({ does: fc.constant('time' as const), seconds: fc.constantFrom(5, 40, 200, 301, 1000) }),
  fc.record({ does: fc.constant('change' as const), day: fc.integer({ min: 1, max: 28 }) }),
  fc.record({ does: fc.constantFrom('arrive' as const, 'read' as const, 'ask' as const) }),
  fc.record({ does: fc.constant('theirs' as const), day: fc.integer({ min: 1, max: 28 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
const dayOf = (day: number) => `2027-01-${String(day).padStart(2, '0')}`

describe('a deal on its way to Lone Wolf', { timeout: 240_000 }, () => {
  let engine: TradeEngine
  beforeAll(async () => {
    engine = await openTradeEngine()
  }, 120_000)
  afterAll(() => engine.close())

  const one = async (text: string, id: number) => (await engine.rows(text, [id]))[0]
  const tradesOf = async (id: number) => {
    const { reference } = await one('SELECT reference FROM lonewolf_trades WHERE deal_id = $1', id)
    return engine.service.books.trades.filter(trade => trade.LegalDescription === reference)
  }
  const newest = (id: number) =>
    one('SELECT * FROM lonewolf_outbox WHERE deal_id = $1 ORDER BY version DESC LIMIT 1', id)

  async function take(id: number, given: Step): Promise<void> {
    if (given.does === 'round') await engine.round(given.fate, given.death)
    if (given.does === 'two rounds')
      await Promise.all([engine.round(given.fate, given.death), engine.round(given.fate, null)])
    if (given.does === 'time') engine.pass(given.seconds * 1000)
    if (given.does === 'change') await engine.change(id, { close_date: dayOf(given.day) })
    if (given.does === 'arrive') await engine.service.release()
    if (given.does === 'read') await engine.read()
    if (given.does === 'ask') await engine.transaction(ctx => prepareTrade(ctx, id, { isAsked: true }))
    const [trade] = await tradesOf(id)
    if (given.does === 'theirs' && trade)
      engine.service.books.touch(trade.Number, { CloseDate: dayOf(given.day), StatusCode: 'A' })
  }

  /** Everything answers again, and a person decides what is asked. */
  async function settle(id: number): Promise<void> {
    for (let at = 0; at < 12; at++) {
      engine.pass(16 * MINUTE)
      await engine.service.release()
      await engine.read()
      await engine.rows('UPDATE lonewolf_trades SET differs_since = NULL WHERE deal_id = $1', [id])
      if ((await newest(id))?.state === 'confirmed') return
      const is = await newest(id)
      if (is.state === 'refused') await engine.transaction(ctx => prepareTrade(ctx, id, { isAsked: true }))
      await engine.round()
    }
  }

  it('is one trade there, whatever is late, is never answered or dies on the way', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async steps => {
        runs++
        await engine.service.release()
        await engine.rows('DELETE FROM lonewolf_outbox')
        const id = await engine.deal()
        for (const given of steps) {
          await take(id, given)
          expect((await tradesOf(id)).length).toBeLessThanOrEqual(1)
        }
        await settle(id)
        expect(await tradesOf(id)).toHaveLength(1)
        expect(await newest(id)).toMatchObject({ state: 'confirmed' })
      }),
      { numRuns: 300, interruptAfterTimeLimit: 30_000, markInterruptAsFailure: false },
    )
    expect(runs).toBeGreaterThan(3)
  })
})
