import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls, type NamedCall } from '../platform/server/feature.ts'
import { startTestServer, type TestClient, type TestServer } from '../testing/server.ts'
import { product } from './features.server.ts'
import { everybody, reachesAgentsLead, rightsTable } from './rights.table.ts'

const MISSING = 2_000_000_000

/** Asks with a field that no call knows: past the right, the input is refused before anything happens. */
function knock(client: TestClient, { call }: NamedCall) {
  const path = call.path.replace(/:(\w+)/g, (_all, name) => (/^id$|Id$/.test(name) ? String(MISSING) : 'all'))
  const probe = { no_such_field: '1' }
  if (call.method === 'GET') return client.get(path, probe)
  return call.method === 'DELETE' ? client.delete(path, probe) : client.post(path, probe)
}

describe('who may ask what', () => {
  const calls = allCalls(product.features)
  let server: TestServer
  const clients: Record<string, TestClient> = {}
  beforeAll(async () => {
    server = await startTestServer()
    for (const account of everybody) clients[account] = await server.signIn(account)
  })
  afterAll(() => server.close())

  it('has a row for every call', () => {
    expect(calls.filter(({ name }) => !(name in rightsTable)).map(({ name }) => name)).toEqual([])
  })

  it('lets nobody past a right that they do not hold, and nobody signed out', async () => {
    const wrong: string[] = []
    for (const named of calls) {
      const row = rightsTable[named.name] ?? []
      const signedOut = await knock(server.signedOut, named)
      if ((signedOut.http === 401) === (row === 'public')) wrong.push(`${named.name} signed out: ${signedOut.http}`)
      for (const account of row === 'public' ? [] : everybody) {
        const client = clients[account]
        if (!client) continue
        const { http } = await knock(client, named)
        const expected = row.includes(account) ? 422 : 403
        if (http !== expected) wrong.push(`${named.name} as ${account}: ${http} instead of ${expected}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('answers for a lead out of reach exactly as for one that does not exist', async () => {
    const { rows } = await server.database.pool.query(
      `INSERT INTO leads (first_name, last_name, agent_id) SELECT 'Own', 'Lead', a.id FROM agents a
       JOIN users u ON u.id = a.user_id WHERE u.email = 'agent@keyturn.test' RETURNING id`,
    )
    const lead = rows[0].id as number
    const wrong: string[] = []
    for (const account of everybody.filter(name => name !== 'desk')) {
      const client = clients[account]
      if (!client) continue
      for (const path of ['lead/ID', 'lead/ID/milestones']) {
        const [found, missing] = [
          await client.get(path.replace('ID', `${lead}`)),
          await client.get(path.replace('ID', `${MISSING}`)),
        ]
        const reaches = reachesAgentsLead.includes(account)
        if (missing.http !== 404) wrong.push(`${path} missing as ${account}: ${missing.http}`)
        if (found.http !== (reaches ? 200 : 404)) wrong.push(`${path} as ${account}: ${found.http}`)
        if (!reaches && found.message !== missing.message) wrong.push(`${path} as ${account} tells them apart`)
      }
      if (reachesAgentsLead.includes(account)) continue
      const write = await client.post(`lead/${lead}`, { first_name: 'Taken' })
      if (write.http !== 404) wrong.push(`writing as ${account}: ${write.http}`)
    }
    expect(wrong).toEqual([])
  })
})
