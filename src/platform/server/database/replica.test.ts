import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PrimaryAndStandby, startPrimaryAndStandby } from '../../../testing/peers/standby.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

let databases: PrimaryAndStandby
let server: TestServer
let agent: TestClient

beforeAll(async () => {
  databases = await startPrimaryAndStandby()
  const { url, dataDir, standbyUrl } = databases
  server = await startTestServer(
    { KEYTURN_REPLICA_URL: standbyUrl, KEYTURN_ROLE: 'web' },
    { database: { url }, dataDir },
  )
  agent = await server.signIn('agent')
})

afterAll(async () => {
  await server?.close()
  await databases?.stop()
})

beforeEach(() => databases.ofStandby('SELECT pg_wal_replay_resume()'))

const namesOfTags = async (): Promise<string[]> =>
  (await agent.get('tags')).data.agent.map(({ name }: { name: string }) => name)

/** When the product last asked the standby for tags; `null` when it never did. */
const askedOfStandby = async (): Promise<unknown> => {
  const [last] = await databases.ofStandby(
    `SELECT max(query_start) AS at FROM pg_stat_activity WHERE usename = 'keyturn' AND query LIKE '%FROM tags %'`,
  )
  return last?.at ?? null
}

const isInUse = async (): Promise<boolean> =>
  /^keyturn_replica_in_use 1$/m.test(await (await agent.raw('/metrics')).text())

/** Asks until the answer comes from the standby. */
const untilServedByStandby = async () => {
  const before = JSON.stringify(await askedOfStandby())
  const again = async () => {
    await agent.get('tags')
    return JSON.stringify(await askedOfStandby())
  }
  await expect.poll(again).not.toBe(before)
}

test('reads go to the replica when it has what the primary had', async () => {
  await untilServedByStandby()
  expect(await isInUse()).toBe(true)
  expect(await namesOfTags()).toEqual(expect.any(Array))
})

test('what somebody wrote is in what they read next, however far behind the replica is', async () => {
  await untilServedByStandby()
  await databases.ofStandby('SELECT pg_wal_replay_pause()')
  await agent.post('tags', { tag: 'Written a moment ago' })
  expect(await namesOfTags()).toContain('Written a moment ago')
})

test('what was written is read from the replica as soon as that has it', async () => {
  await agent.post('tags', { tag: 'Followed' })
  await untilServedByStandby()
  expect(await namesOfTags()).toContain('Followed')
})

test('a replica that stands still is not asked until it has caught up', async () => {
  await untilServedByStandby()
  await databases.ofStandby('SELECT pg_wal_replay_pause()')
  await server.database.pool.query(`UPDATE tags SET name = 'Renamed elsewhere' WHERE name = 'Followed'`)
  await expect.poll(isInUse).toBe(false)
  expect(await namesOfTags()).toContain('Renamed elsewhere')
  await databases.ofStandby('SELECT pg_wal_replay_resume()')
  await expect.poll(isInUse).toBe(true)
})

test('the primary answers what a replica that goes away leaves unanswered', async () => {
  await untilServedByStandby()
  await databases.cutStandby()
  expect(await namesOfTags()).toContain('Renamed elsewhere')
  await expect.poll(isInUse).toBe(false)
  expect(await namesOfTags()).toContain('Renamed elsewhere')
})
