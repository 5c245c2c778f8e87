import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeDns, serveFakeDns } from '../../../integrations/mail/sender/fake.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import type { FirstSteps } from '../contract.ts'
import { dataSteps, isSenderReady, senderFacts } from '../rules.ts'

let dns: FakeDns
let texts: Record<string, string[]> = {}
let server: TestServer
let office: TestClient

beforeAll(async () => {
  dns = await serveFakeDns(name => texts[name])
  server = await startTestServer({ KEYTURN_DNS_SERVERS: dns.address, MAIL_FROM: 'Bay Street <crm@baystreet.test>' })
  office = await server.signIn('admin')
})
afterAll(async () => {
  await server.close()
  await dns.close()
})

const run = (sql: string) => server.database.pool.query(sql)
const stepOf = async (id: string) => {
  const { steps }: FirstSteps = (await office.get('first-steps')).data
  return steps.find(step => step.id === id)
}

describe('the first steps of an installation', () => {
  it('are all open where there is one account and nothing else', () => {
    const steps = dataSteps({
      users: 1,
      agents: 0,
      areas: 0,
      sites: 0,
      sources: 0,
      heard_from: null,
      rules_version: 0,
      with_hours: 0,
    })
    expect(steps.filter(({ is_done }) => is_done)).toEqual([])
    expect(steps.map(({ facts }) => facts)).toEqual([
      '1 account, nobody an agent',
      'None yet',
      'None yet',
      'No source with a key yet',
      'No rules yet',
      'No agents yet',
    ])
  })

  it('are done by what is there, and open again when it is gone', async () => {
    expect(await stepOf('people')).toMatchObject({ is_done: true, facts: expect.stringContaining('agents') })
    await run('DELETE FROM agent_availability')
    expect(await stepOf('hours')).toMatchObject({ is_done: false, facts: expect.stringMatching(/^0 of \d+ agents/) })
    await run(
      "INSERT INTO agent_availability (agent_id, starts_at, ends_at) SELECT min(id), '09:00', '17:00' FROM agents",
    )
    expect(await stepOf('hours')).toMatchObject({ is_done: true })
  })

  it('bring the areas of the region with one press, and leave them alone the second time', async () => {
    expect(await stepOf('areas')).toMatchObject({ is_done: false })
    const { steps } = (await office.post('first-steps/areas')).data as FirstSteps
    const once = steps.find(({ id }) => id === 'areas')
    expect(once).toMatchObject({ is_done: true, facts: expect.stringContaining('places') })
    expect(((await office.post('first-steps/areas')).data as FirstSteps).steps).toContainEqual(once)
    const { rows } = await run("SELECT count(*)::int AS count FROM areas WHERE type = 'neighbourhood'")
    expect(rows[0].count).toBeGreaterThan(200)
  })

  it('add a site, through which a source with a key can be heard', async () => {
    expect(await stepOf('sites')).toMatchObject({ is_done: false })
    expect((await office.post('first-steps/sites', { name: 'Bay', domain: 'not a domain' })).http).toBe(422)
    await office.post('first-steps/sites', { name: 'Bay', domain: 'Baystreet.test' })
    expect(await stepOf('sites')).toMatchObject({ is_done: true, facts: '1 site' })
    expect((await office.post('first-steps/sites', { name: 'Bay', domain: 'other.test' })).http).toBe(409)
    const [site] = (await office.get('sites')).data
    expect(site).toMatchObject({ domain: 'baystreet.test' })

    const added = await office.post('intake/sources', { kind: 'site', name: 'baystreet.test', site_id: site.id })
    expect(added.http).toBe(201)
    expect(await stepOf('source')).toMatchObject({ is_done: false, facts: '1 source has a key; nothing came in yet' })
    await run(`INSERT INTO intake_events (source_id, source_event_id, type, occurred_at, received_at)
      SELECT id, 'e1', 'signup', now(), now() FROM intake_sources`)
    expect(await stepOf('source')).toMatchObject({ is_done: true, facts: 'The first event came from baystreet.test' })
  })

  it('count rules once a version of them is in force', async () => {
    expect(await stepOf('quotas')).toMatchObject({ is_done: false })
    await run("INSERT INTO quota_versions (number, ladders) VALUES (1, '{}')")
    expect(await stepOf('quotas')).toMatchObject({ is_done: true, facts: 'Rules of version 1 are in force' })
  })

  it('are put away for everybody, by name, and come back', async () => {
    await office.post('first-steps/dismiss')
    await office.post('first-steps/dismiss')
    const colleague = await server.signIn('super')
    expect((await colleague.get('first-steps')).data.dismissed).toMatchObject({ by: expect.any(String) })
    await colleague.post('first-steps/restore')
    expect((await office.get('first-steps')).data.dismissed).toBeNull()
    const { rows } = await run("SELECT call FROM audit_entries WHERE subject = 'first steps' AND call LIKE '%dismiss'")
    expect(rows).toHaveLength(1)
  })

  it('read what DNS says of the sender at that moment', async () => {
    texts = {}
    const before = (await office.get('first-steps/sender')).data
    expect(before).toMatchObject({ domain: 'baystreet.test', sender: 'Bay Street <crm@baystreet.test>' })
    expect(before.records.map(({ state }: { state: string }) => state)).toEqual(['missing', 'missing', 'missing'])
    texts = {
      'baystreet.test': ['v=spf1 mx -all'],
      'default._domainkey.baystreet.test': ['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
      '_dmarc.baystreet.test': ['v=DMARC1; p=none'],
    }
    const { records } = (await office.get('first-steps/sender')).data
    const states = records.map(({ state }: { state: string }) => state)
    expect(states).toEqual(['ok', 'ok', 'warning'])
    expect(isSenderReady(states)).toBe(true)
    expect(senderFacts(states)).toBe('2 of 3 records are in order, 1 could be better')
  })

  it('call a sender unready of which nothing is known, or of which a record is missing', () => {
    expect(isSenderReady([])).toBe(false)
    expect(isSenderReady(['ok', 'ok', 'missing'])).toBe(false)
    expect(isSenderReady(['unknown', 'unknown', 'unknown'])).toBe(false)
    expect(senderFacts(['unknown', 'unknown', 'unknown'])).toBe('No name server answered')
  })
})
