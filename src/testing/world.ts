import { randomBytes } from 'node:crypto'
import { issueTicket } from '../features/people/server/commands/tickets.ts'
import type { TestServer } from './server.ts'

/** The database of the test, and the records in it that many features are asked about. */
export interface World {
  /** The id that a statement answers. */
  one(sql: string, values?: unknown[]): Promise<number>
  /** A number that was not given before, for names that must differ. */
  unused(): number
  userId(account: string): Promise<number>
  /** The agent record of the account; that of `agent` for people without one. */
  agentId(account: string): Promise<number>
  /** A lead of the account itself; of `agent` for people without an agent record. */
  lead(account: string, isPersonal?: boolean): Promise<number>
  /** A deal of the account itself; of `agent` for people without an agent record. */
  deal(account: string): Promise<number>
  /** A home on the market, the same each time. */
  home(): Promise<number>
  session(account: string): Promise<number>
  team(): Promise<number>
  /** What the identity provider's answer was stored as, with the cookie of the browser that it is for. */
  ticket(
    account: string,
    purpose: 'signin' | 'scopes',
    said?: { scopes?: string[]; refresh_token?: string | null },
  ): Promise<{ token: string; cookie: string }>
}

/** The address under which an account signs in. */
export const emailOf = (account: string): string => `${account}@keyturn.test`

/** Makes such records in the database of a server. */
export function worldOf({ database: { pool, db } }: TestServer): World {
  let given = 0
  const one = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows[0]?.id as number
  const agentId = (account: string) =>
    one(
      `SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id
       WHERE u.email IN ($1, 'agent@keyturn.test') ORDER BY u.email = $1 DESC LIMIT 1`,
      [emailOf(account)],
    )
  return {
    one,
    unused: () => ++given,
    userId: account => one('SELECT id FROM users WHERE email = $1', [emailOf(account)]),
    agentId,
    lead: async (account, isPersonal = false) =>
      one(
        `INSERT INTO leads (first_name, last_name, agent_id, is_personal) VALUES ('Own', 'Lead', $1, $2) RETURNING id`,
        [await agentId(account), isPersonal],
      ),
    async deal(account) {
      const agent = await agentId(account)
      const id = await one('INSERT INTO deals (type, status, gross, agent_id) VALUES (3, 2, 100, $1) RETURNING id', [
        agent,
      ])
      await one(
        `INSERT INTO deal_splits (deal_id, position, party, agent_id, rate, amount)
         VALUES ($1, 0, 'agent', $2, 1000000, 100) RETURNING id`,
        [id, agent],
      )
      return id
    },
    home: () =>
      one(
        `INSERT INTO listings (mls_number, status, offer, property_type, price, address, city, listed_at, modified_at)
         VALUES ('T1', 'active', 'sale', 'Detached', 90000000, '1 Test St', 'Toronto', now(), now())
         ON CONFLICT (mls_number) DO UPDATE SET status = 'active' RETURNING id`,
      ),
    session: account =>
      one('INSERT INTO sessions (token_hash, user_id) SELECT $2, id FROM users WHERE email = $1 RETURNING id', [
        emailOf(account),
        randomBytes(32),
      ]),
    team: () => one(`SELECT id FROM teams WHERE name = 'Waterfront team'`),
    async ticket(account, purpose, { scopes = [], refresh_token = null } = {}) {
      const email = emailOf(account)
      const said = { purpose, subject: email, email, scopes, refresh_token }
      const { token, cookie } = await issueTicket(db, said, { now: new Date(), secure: false })
      return { token, cookie: cookie.split(';')[0] ?? '' }
    },
  }
}
