import { sql } from 'kysely'
import { TEXT_MESSAGES } from '../features/text-messages/rules/feature.ts'
import type { Config } from '../platform/server/config.ts'
import type { ReadContext, RequestInfo, Viewer, WriteContext } from '../platform/server/context.ts'
import type { Database } from '../platform/server/database/database.ts'
import type { Row } from '../platform/server/database/rows.ts'
import { runTransaction, type TransactionDependencies } from '../platform/server/database/transaction.ts'
import { makeLog } from '../platform/server/logs.ts'
import type { Right } from '../platform/wire/call.ts'
import { testConfig } from './config.ts'

/** An agent as tests need one: the two records behind them. */
export interface TestAgent extends Pick<Row<'agents'>, 'user_id'> {
  agent_id: Row<'agents'>['id']
}

/** Somebody through whose eyes a test reads, and with whose hand it writes. */
export interface TestPerson {
  viewer: Viewer
  reading: ReadContext
  writing<Result>(work: (ctx: WriteContext) => Promise<Result>): Promise<Result>
}

const silent = () => testConfig({ KEYTURN_LOG: 'silent' })
const log = makeLog(silent())
/** What a process knows by heart it knows by its configuration: each database is served by another one. */
const configs = new WeakMap<Database, Config>()

function configOf(database: Database): Config {
  const config = configs.get(database) ?? silent()
  configs.set(database, config)
  return config
}

/** Nobody works the queue of a bare database, and nobody listens: what is put in is forgotten. */
export const idle: TransactionDependencies['running'] = {
  queue: { startWork: async () => {}, enqueue: async () => {}, stop: async () => {} },
  live: {
    open: () => Promise.reject(new Error('Nobody listens here.')),
    committed: () => {},
    wrote: () => {},
    isRecent: () => false,
    onChange: () => {},
    position: () => '0',
    connections: () => 0,
    close: async () => {},
  },
}
const request: RequestInfo = { id: 'test', address: '127.0.0.1', user_agent: 'test', session_id: null }

/** Adds an agent with a user of their own, who has the role of agents. */
export async function addAgent({ db }: Database, first_name: string, areaIds: number[] = []): Promise<TestAgent> {
  const { rows } = await sql<TestAgent>`
    WITH person AS (INSERT INTO users (email, first_name, last_name)
                    VALUES (${`${first_name.toLowerCase()}@people.test`}, ${first_name}, 'Tester') RETURNING id),
         held AS (INSERT INTO user_roles (user_id, role) SELECT id, 'agent' FROM person)
    INSERT INTO agents (user_id, area_ids) SELECT id, ${areaIds}::int[] FROM person RETURNING user_id, id AS agent_id`.execute(
    db,
  )
  const [agent] = rows
  if (!agent) throw new Error('The agent was not added.')
  return agent
}

/** Adds an area and answers its id. */
export async function addArea(
  { db }: Database,
  type: string,
  name: string,
  parent: number | null = null,
): Promise<number> {
  const { rows } = await sql<Pick<Row<'areas'>, 'id'>>`
    INSERT INTO areas (type, name, parent_id) VALUES (${type}, ${name}, ${parent}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** An agent at work; `reach` names further agents of their team. */
export const agentAtWork = (database: Database, agent: TestAgent, reach: readonly number[] = []): TestPerson =>
  personAtWork(database, {
    ...agent,
    rights: ['signed_in', 'is_agent', 'view_leads'],
    reach: [agent.agent_id, ...reach],
  })

/** An administrator without an agent record. */
export const adminAtWork = (database: Database, user_id: number): TestPerson =>
  personAtWork(database, {
    user_id,
    agent_id: null,
    rights: ['signed_in', 'is_admin', 'view_leads', 'view_all_leads', 'view_profiles_for_leads'],
    reach: [],
  })

interface PersonOptions {
  user_id: number
  agent_id: number | null
  rights: readonly Right[]
  reach: readonly number[]
}

/** Somebody with exactly these rights, for whom the switches that are on by default are on. */
export function personAtWork(database: Database, { user_id, agent_id, rights, reach }: PersonOptions): TestPerson {
  const viewer: Viewer = {
    user_id,
    agent_id,
    roles: [],
    rights: new Set(rights),
    features: new Set([TEXT_MESSAGES]),
    reach,
    zone: 'America/Toronto',
  }
  const actor = { user_id, is_possession: false }
  const base = () => ({ now: new Date(), config: configOf(database), log })
  return {
    viewer,
    get reading() {
      return { ...base(), db: database.db, viewer, actor, request }
    },
    writing: work =>
      runTransaction({ database, running: idle }, base(), { call: 'test', viewer, actor, request, input: {} }, work),
  }
}
