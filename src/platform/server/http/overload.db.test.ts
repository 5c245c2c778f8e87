import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let agent: TestClient
beforeAll(async () => {
  server = await startTestServer({ KEYTURN_DATABASE_CONNECTIONS: '2' })
  agent = await server.signIn('agent')
}, 60_000)
afterAll(() => server.close())

const inHand = async () =>
  Number(/^keyturn_requests_in_hand (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1])
/** Whether a call has come as far as the table that is locked, and not only as far as being known. */
const isBlocked = async () => {
  const { rows } = await server.database.pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%tags%' AND pid <> pg_backend_pid()",
  )
  return rows.length > 0
}

it('puts requests off with 503 while the database lags behind, answers those in hand, and recovers by itself', async () => {
  const start = Date.parse('2026-11-23T15:00:00Z')
  server.clock.now = new Date(start)
  const blocker = await server.database.pool.connect()
  await blocker.query('BEGIN; LOCK TABLE tags IN ACCESS EXCLUSIVE MODE')
  const waiting = Array.from({ length: 20 }, () => agent.get('tags'))
  await expect.poll(isBlocked).toBe(true)
  await expect.poll(inHand).toBe(20)

  const burst = agent.get('tags')
  await expect.poll(inHand).toBe(21)
  server.clock.now = new Date(start + 5_000)
  const refused = await agent.get('tags')
  expect(refused).toMatchObject({ http: 503, status: 0, error: 'unavailable' })
  expect(refused.headers.get('retry-after')).toBe('3')
  const signingIn = server.signIn('agent2')

  await blocker.query('ROLLBACK')
  blocker.release()
  const answers = await Promise.all([...waiting, burst])
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
  expect((await (await signingIn).get('tags')).http).toBe(200)
})
