import { addRow, type ReadRows, rowsOf } from './rows.ts'
import { startTestServer, type TestClient, type TestServer } from './server.ts'

/** A running product with everybody of the demo accounts signed in, for tests in which people hand things to each other. */
export interface TestOffice {
  server: TestServer
  agent: TestClient
  agent2: TestClient
  newagent: TestClient
  teamlead: TestClient
  admin: TestClient
  agentId(account: string): number
  userId(account: string): number
  nameOf(account: string): string
  /** Adds a lead of an account, or of nobody. */
  lead(account?: string | null, fields?: Record<string, unknown>): Promise<number>
  /** Rows of a query. */
  rows: ReadRows
}

interface Person {
  account: string
  agent_id: number
  user_id: number
  name: string
}

/** Starts it. `prepare` runs before anybody signs in; `environment` overrides what the process would read. */
export async function openTestOffice(
  prepare: ((server: TestServer) => Promise<unknown>) | null = null,
  environment: Record<string, string> = {},
): Promise<TestOffice> {
  const server = await startTestServer(environment)
  await prepare?.(server)
  const rows = rowsOf(server.database)
  const people: Person[] = await rows(
    `SELECT split_part(email, '@', 1) AS account, a.id AS agent_id, u.id AS user_id, first_name || ' ' || last_name AS name
     FROM users u LEFT JOIN agents a ON a.user_id = u.id`,
  )
  const person = (account: string): Person => {
    const found = people.find(one => one.account === account)
    if (!found) throw new Error(`There is no account ${account}.`)
    return found
  }
  return {
    server,
    agent: await server.signIn('agent'),
    agent2: await server.signIn('agent2'),
    newagent: await server.signIn('newagent'),
    teamlead: await server.signIn('teamlead'),
    admin: await server.signIn('admin'),
    agentId: account => person(account).agent_id,
    userId: account => person(account).user_id,
    nameOf: account => person(account).name,
    rows,
    async lead(account = 'agent', fields = {}) {
      const agent_id = account === null ? null : person(account).agent_id
      const made = await addRow(rows, 'leads', { first_name: 'Ada', last_name: 'Lovelace', agent_id, ...fields })
      return made.id
    },
  }
}
