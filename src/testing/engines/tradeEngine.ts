import { followDeal, prepareTrade } from '../../features/lone-wolf/server/commands/prepare.ts'
import { readChanges } from '../../features/lone-wolf/server/remote/read.ts'
import { workOutbox } from '../../features/lone-wolf/server/remote/send.ts'
import { connectLoneWolf, type LoneWolfClient } from '../../integrations/lone-wolf/client.ts'
import { type FakeLoneWolf, type Fate, serveFakeLoneWolf } from '../../integrations/lone-wolf/fake.ts'
import { openFakeBooks } from '../../integrations/lone-wolf/fakeBooks.ts'
import type { Change, JobContext } from '../../platform/server/context.ts'
import type { Database } from '../../platform/server/database/database.ts'
import { runTransaction } from '../../platform/server/database/transaction.ts'
import { makeLog } from '../../platform/server/logs.ts'
import { addAgent, type TestAgent } from '../brokerage.ts'
import { testConfig } from '../config.ts'
import { openTestDatabase } from '../database.ts'
import { addRow, type ReadRows, rowsOf } from '../rows.ts'

/** A process died. */
export class Killed extends Error {}

/** Where the process dies that sends: before its request leaves, or before it has written down what was answered. */
export type Death = 'before' | 'after' | null

/** Deals and a back office beside each other, with a clock that tests move. */
export interface TradeEngine {
  service: FakeLoneWolf
  rows: ReadRows
  now(): Date
  pass(ms: number): void
  /** A deal that is no draft, prepared to be sent. */
  deal(fields?: Record<string, unknown>): Promise<number>
  /** Changes columns of a deal, and prepares it again. */
  change(id: number, columns: Record<string, unknown>): Promise<void>
  /** A round of the job; it dies where a test says. */
  round(fate?: Fate, death?: Death): Promise<void>
  read(): Promise<void>
  transaction<Result>(work: (ctx: Change) => Promise<Result>): Promise<Result>
  context(): JobContext
  close(): Promise<void>
}

/** Starts them, over a database of their own. */
export async function openTradeEngine(): Promise<TradeEngine> {
  const database = await openTestDatabase()
  const agent = await addAgent(database, 'Ada')
  const rows = rowsOf(database)
  let moment = new Date('2026-11-23T15:00:00Z')
  let fate: Fate = 'answered'
  const now = () => moment
  const books = openFakeBooks({ now, members: () => ['ada@people.test'] })
  const service = await serveFakeLoneWolf({ books, now, fate: () => fate, hangsUp: true })
  const transaction = transactionsOf(database, service, now)
  const context = (): JobContext => ({
    ...baseOf(service, now()),
    db: database.db,
    transaction,
    signal: new AbortController().signal,
  })
  const client = connectLoneWolf(service, { now })
  return {
    service,
    rows,
    now,
    pass: ms => {
      moment = new Date(moment.getTime() + ms)
    },
    async deal(fields = {}) {
      const id = await addDeal(rows, agent, fields)
      await transaction(ctx => prepareTrade(ctx, id))
      return id
    },
    async change(id, columns) {
      const names = Object.keys(columns)
      const set = names.map((name, at) => `${name} = $${at + 2}`).join(', ')
      await rows(`UPDATE deals SET ${set} WHERE id = $1`, [id, ...Object.values(columns)])
      await transaction(ctx => followDeal(ctx, id))
    },
    async round(next = 'answered', death = null) {
      fate = next
      await workOutbox(context(), dying(client, death)).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
    },
    read: () => readChanges(context(), client),
    transaction,
    context,
    async close() {
      await service.close()
      await database.close()
    },
  }
}

const baseOf = (service: FakeLoneWolf, now: Date) => ({
  now,
  log: makeLog(testConfig({ KEYTURN_LOG: 'silent' })),
  config: Object.assign(testConfig({ KEYTURN_LOG: 'silent' }), { loneWolf: service }),
})

const transactionsOf =
  (database: Database, service: FakeLoneWolf, now: () => Date): TradeEngine['transaction'] =>
  work => {
    const owner = { call: 'test', viewer: null, actor: null, request: null, input: null }
    return runTransaction({ database, running: null }, baseOf(service, now()), owner, ctx =>
      work({ ...ctx, enqueue: async () => undefined }),
    )
  }

async function addDeal(rows: ReadRows, agent: TestAgent, fields: Record<string, unknown>): Promise<number> {
  const { id } = await addRow(rows, 'deals', {
    type: 3,
    status: 2,
    agent_id: agent.agent_id,
    street_number: '44',
    street_name: 'Bertmount Ave',
    city: 'Toronto',
    postal_code: 'M4M 2X8',
    price: 136_500_000,
    gross: 3_412_500,
    offer_date: '2026-11-02',
    close_date: '2026-12-18',
    ...fields,
  })
  const split = {
    deal_id: id,
    position: 0,
    party: 'agent',
    agent_id: agent.agent_id,
    rate: 1_000_000,
    amount: 3_412_500,
  }
  await addRow(rows, 'deal_splits', split)
  return id
}

function dying(client: LoneWolfClient, death: Death): LoneWolfClient {
  const die = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (death === 'before') throw new Killed()
    const answer = await ask()
    if (death === 'after') throw new Killed()
    return answer
  }
  return {
    ...client,
    open: (...given) => die(() => client.open(...given)),
    change: (...given) => die(() => client.change(...given)),
  }
}
