import { addDays, format, subMinutes, subSeconds } from 'date-fns'
import { sql } from 'kysely'
import { serveFakeLoneWolf } from '../../integrations/lone-wolf/fake.ts'
import { type FakeBooks, openFakeBooks } from '../../integrations/lone-wolf/fakeBooks.ts'
import { type TradeFacts, wireFacts } from '../../integrations/lone-wolf/trade.ts'
import type { Demo, DemoHost, DemoPart, DemoProvider } from '../../platform/demo/part.ts'
import type { Config } from '../../platform/server/config.ts'
import type { Row } from '../../platform/server/database/rows.ts'
import { type DealFacts, dealFacts } from './server/queries/trades.ts'

type Db = Pick<Demo, 'db'>
type Deal = Pick<Row<'deals'>, 'id' | 'status' | 'trade_number'>

/** Numbers of new trades begin above those that the deals of the demo have. */
const FIRST_NUMBER = 3101

/** A back office that has the trades of the demo, one of which differs; of another nobody knows, and one it did not take. */
export const demo: DemoPart = { addDailyWork, provide }

async function addDailyWork({ db, now }: Demo): Promise<void> {
  const { rows } = await sql<Deal>`
    SELECT d.id, d.status, d.trade_number FROM deals d LEFT JOIN agents a ON a.id = d.agent_id
    LEFT JOIN users u ON u.id = a.user_id
    WHERE (d.trade_number IS NOT NULL OR d.status = 2)
      AND NOT EXISTS (SELECT FROM lonewolf_trades t WHERE t.deal_id = d.id)
    ORDER BY u.email LIKE 'agent@%' DESC, d.status IN (3, 4) DESC, d.close_date NULLS LAST, d.id`.execute(db)
  const known = rows.filter(({ trade_number }) => trade_number !== null)
  for (const [place, { id }] of known.entries()) await addKnown({ db }, id, { now, differs: place === 0 })
  const [unknown, refused] = rows.filter(({ trade_number }) => trade_number === null)
  if (unknown) await addUnknown({ db }, unknown.id, now)
  if (refused) await addRefused({ db }, refused.id, now)
}

async function addTrade({ db }: Db, id: number): Promise<DealFacts | null> {
  const deal = await dealFacts({ db }, id)
  if (deal) await db.insertInto('lonewolf_trades').values({ deal_id: id, reference: deal.reference }).execute()
  return deal
}

async function addKnown({ db }: Db, id: number, { now, differs }: { now: Date; differs: boolean }): Promise<void> {
  const deal = await addTrade({ db }, id)
  if (!deal) return
  const closing = deal.facts.close_date
  const moved = closing === null ? null : format(addDays(new Date(`${closing}T12:00`), 11), 'yyyy-MM-dd')
  const theirs: TradeFacts = differs ? { ...deal.facts, close_date: moved } : deal.facts
  await db
    .updateTable('lonewolf_trades')
    .set({
      trade_id: `T${id}==`,
      number: deal.trade_number,
      status_code: deal.status === 5 ? 'C' : deal.status === 4 ? 'A' : 'N',
      row_version: String(100 + id),
      theirs: JSON.stringify(theirs),
      differs_since: differs ? subMinutes(now, 18).toISOString() : null,
      read_at: now.toISOString(),
    })
    .where('deal_id', '=', id)
    .execute()
  const at = subMinutes(now, 2 + (id % 50) * 60).toISOString()
  const noted = { deal_id: id, version: 1, facts: JSON.stringify(deal.facts), created_at: at, sent_at: at }
  await db
    .insertInto('lonewolf_outbox')
    .values({ ...noted, state: 'confirmed', kind: 'open', settled_at: at })
    .execute()
}

async function addUnknown({ db }: Db, id: number, now: Date): Promise<void> {
  const deal = await addTrade({ db }, id)
  if (!deal) return
  const at = subMinutes(now, 2).toISOString()
  const noted = { deal_id: id, version: 1, facts: JSON.stringify(deal.facts), created_at: at, sent_at: at }
  const looked_at = subSeconds(now, 40).toISOString()
  await db
    .insertInto('lonewolf_outbox')
    .values({ ...noted, state: 'unknown', kind: 'open', lookups: 2, looked_at })
    .execute()
}

async function addRefused({ db }: Db, id: number, now: Date): Promise<void> {
  const deal = await addTrade({ db }, id)
  if (!deal) return
  const at = subMinutes(now, 35).toISOString()
  const noted = { deal_id: id, version: 1, facts: JSON.stringify(deal.facts), created_at: at, sent_at: at }
  const problem = 'The office of this agent takes no new trades before its month is closed.'
  await db
    .insertInto('lonewolf_outbox')
    .values({ ...noted, state: 'refused', kind: 'open', reason: 'facts', problem, settled_at: at })
    .execute()
}

async function provide(config: Config, host: Promise<DemoHost>): Promise<DemoProvider | null> {
  if (config.loneWolf !== null) return null
  const members: string[] = []
  const books = openFakeBooks({ now: () => new Date(), members: () => members, firstNumber: FIRST_NUMBER })
  const { close, books: _, release: __, ...loneWolf } = await serveFakeLoneWolf({ books })
  void host
    .then(({ transaction }) => transaction('demo trades', ({ db }) => readBooks({ db }, books, members)))
    .catch(() => {})
  return { config: { loneWolf }, close }
}

/** The books of the stand-in live in memory: what the product knows of them stands in them from the start. */
async function readBooks({ db }: Db, books: FakeBooks, members: string[]): Promise<void> {
  const people = await sql<Pick<Row<'users'>, 'email'>>`SELECT email FROM users`.execute(db)
  members.push(...people.rows.map(({ email }) => email))
  type Known = Pick<Row<'lonewolf_trades'>, 'reference' | 'trade_id' | 'number' | 'status_code' | 'row_version'>
  const { rows } = await sql<Known & { theirs: TradeFacts; changed_at: string }>`
    SELECT reference, trade_id, number, status_code, row_version, theirs, read_at AS changed_at
    FROM lonewolf_trades WHERE trade_id IS NOT NULL ORDER BY deal_id`.execute(db)
  for (const trade of rows)
    books.trades.push({
      ...wireFacts(trade.theirs),
      Id: trade.trade_id ?? '',
      Number: trade.number ?? '',
      StatusCode: trade.status_code ?? 'N',
      RowVersion: Number(trade.row_version),
      LegalDescription: trade.reference,
      TransactionChangedTimestamp: new Date(trade.changed_at).toISOString(),
    })
}
