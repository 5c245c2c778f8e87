import { stringify } from 'qs'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { importIn } from '../../features/imports/rights.ts'
import { allCalls, defineFeature, type NamedCall } from '../../platform/server/feature.ts'
import { read } from '../../platform/wire/call.ts'
import { type Ask, type CallRights, everybody, reachesAgentsLead } from '../../testing/rights.ts'
import { startTestServer, type TestClient, type TestServer } from '../../testing/server.ts'
import { type World, worldOf } from '../../testing/world.ts'
import { product } from '../features.server.ts'
import { rightsOf } from './rights.ts'

const MISSING = 2_000_000_000

/** Asks, and says what came: nothing is read away, so that two answers can be held side by side. */
async function send(client: TestClient, { call }: NamedCall, { path = {}, body = {}, form, cookie }: Ask) {
  const filled = call.path.replace(/:(\w+)/g, (_all, name: string) => String(path[name] ?? MISSING))
  const fields = stringify(body)
  const headers = { ...(form ? {} : { 'content-type': FORM }), ...(cookie && { cookie }) }
  const init: RequestInit = call.method === 'GET' ? {} : { method: call.method, body: form ?? fields, headers }
  const response = await client.raw(call.method === 'GET' ? `${filled}?${fields}` : filled, init)
  return { http: response.status, text: await response.text(), type: response.headers.get('content-type') }
}
const FORM = 'application/x-www-form-urlencoded'

const holds = (who: CallRights[0], account: string) => who === 'public' || who.some(one => one === account)

/** What is wrong for each of some people, who ask side by side unless they share a record. */
async function forEachOf(
  people: readonly string[],
  ask: (account: string) => Promise<string[]>,
  way?: 'in turn',
): Promise<string[]> {
  if (way !== 'in turn') return (await Promise.all(people.map(ask))).flat()
  const wrong: string[] = []
  for (const account of people) wrong.push(...(await ask(account)))
  return wrong
}

test('a call of which nobody said who may make it fails, with the name of the call and of the file', () => {
  const calls = { get: read('thing', { right: 'public', output: z.object({}) }) }
  const things = defineFeature({ name: 'things', calls, handlers: { get: async () => ({}) } })
  const asked = { feature: 'things', call: calls.get }
  expect(() => rightsOf(asked, [things], {})).toThrow('things.get: the feature things has no rights.ts.')
  const files = { '/src/features/things/rights.ts': { rights: { calls, rows: {} } } }
  expect(() => rightsOf(asked, [things], files)).toThrow('things.get has no row in src/features/things/rights.ts.')
})

describe('who may ask what', { timeout: 300_000 }, () => {
  const calls = allCalls(product.features)
  let server: TestServer
  let world: World
  const clients: Record<string, TestClient> = {}
  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_LOG: 'silent' })
    world = worldOf(server)
    for (const account of everybody) clients[account] = await server.signIn(account)
  }, 60_000)
  afterAll(() => server.close())

  const clientOf = (account: string): TestClient => clients[account] ?? server.signedOut
  const named = (name: string): NamedCall => {
    const found = calls.find(call => call.name === name)
    if (!found) throw new Error(`There is no call ${name}.`)
    return found
  }

  it.each(calls)('$name runs its handler for those it is meant for, and for nobody else', async call => {
    const [who, request, way] = rightsOf(call, product.features)
    if (request === 'no record') return
    const ask = async (account: string) => {
      const asked = await request(world, account)
      const isHeld = holds(who, account)
      const client = asked.isLast && isHeld ? await server.signIn(account) : clientOf(account)
      const { http, text } = await send(client, call, asked)
      const expected = expectedOf(call, { account, isHeld, ask: asked })
      return http === expected ? [] : [`as ${account}: ${http} instead of ${expected}: ${text}`]
    }
    const people = who === 'public' ? ['signed out'] : [...everybody, 'signed out']
    expect(await forEachOf(people, ask, way)).toEqual([])
  })

  function expectedOf({ call }: NamedCall, { account, isHeld, ask }: { account: string; isHeld: boolean; ask: Ask }) {
    if (account === 'signed out' && !isHeld) return 401
    if (!isHeld) return 403
    if (ask.reachesNone?.includes(account)) return 404
    if (ask.refuses?.includes(account)) return 403
    return call.creates ? 201 : 200
  }

  /** Somebody asks for a record that is not theirs, then for one that does not exist. */
  async function distinguishes(name: string, account: string, ask: (id: number) => Ask, foreign: number) {
    const [other, missing] = [
      await send(clientOf(account), named(name), ask(foreign)),
      await send(clientOf(account), named(name), ask(MISSING)),
    ]
    const isSame = JSON.stringify(other) === JSON.stringify(missing) && missing.http === 404
    return isSame ? [] : [`${name} as ${account}: ${JSON.stringify({ other, missing })}`]
  }

  const strangers = everybody.filter(account => account !== 'desk' && !reachesAgentsLead.includes(account))
  const byPath =
    (body: object, parameter = 'id') =>
    (id: number): Ask => ({ path: { [parameter]: id }, body })

  it.each<[string, (id: number) => Ask]>([
    ['leads.get', byPath({})],
    ['leads.update', byPath({ first_name: 'Taken' })],
    ['leads.remove', byPath({})],
    ['leads.changeStatus', byPath({ status_value: 2 })],
    ['tags.tagLead', byPath({ tag: 'Taken' })],
    ['milestones.list', byPath({}, 'leadId')],
    ['milestones.progress', byPath({ type: 20, description: 'x' })],
    ['milestones.store', id => ({ body: { id, milestoneTypeId: 20, description: 'x' } })],
  ])('%s answers for a lead of somebody else byte for byte as for none', async (name, ask) => {
    const lead = await world.lead('agent', true)
    expect(await forEachOf(strangers, account => distinguishes(name, account, ask, lead))).toEqual([])
    expect(await world.one(`SELECT id FROM leads WHERE id = $1 AND first_name = 'Own' AND version = 1`, [lead])).toBe(
      lead,
    )
  })

  it.each(reachesAgentsLead)('a lead of agent is within reach of %s', async account => {
    const id = await world.lead('agent')
    expect((await send(clientOf(account), named('leads.get'), { path: { id } })).http).toBe(200)
  })

  it('a session of somebody else cannot be told from none, whoever asks', async () => {
    const wrong: string[] = []
    for (const account of everybody) {
      const foreign = await world.session(account === 'agent' ? 'agent2' : 'agent')
      wrong.push(...(await distinguishes('people.endSession', account, byPath({}), foreign)))
      expect(await world.one('SELECT id FROM sessions WHERE id = $1 AND revoked_at IS NULL', [foreign])).toBe(foreign)
    }
    expect(wrong).toEqual([])
  })

  it('a team that somebody does not lead cannot be told from none', async () => {
    const foreign = await world.one(`INSERT INTO teams (name) VALUES ('Another team') RETURNING id`)
    expect(await distinguishes('people.team', 'teamlead', byPath({}), foreign)).toEqual([])
    expect((await send(clientOf('admin'), named('people.team'), { path: { id: foreign } })).http).toBe(200)
  })

  it('users, imports and teams answer who lacks the right the same, whether they exist or not', async () => {
    const wrong: string[] = []
    for (const [name, id, body] of [
      ['people.user', await world.userId('agent2'), {}],
      ['people.updateUser', await world.userId('agent2'), { first_name: 'Taken' }],
      ['people.team', await world.team(), {}],
      ['people.updateTeam', await world.team(), { name: 'Taken' }],
      ['imports.get', await importIn(world, 'waiting'), {}],
      ['imports.start', await importIn(world, 'waiting'), {}],
      ['imports.cancel', await importIn(world, 'waiting'), {}],
      ['imports.undo', await importIn(world, 'done'), {}],
      ['imports.failedRows', await importIn(world, 'done'), {}],
    ] as const)
      for (const account of everybody) {
        const [found, missing] = [
          await send(clientOf(account), named(name), { path: { id }, body }),
          await send(clientOf(account), named(name), { path: { id: MISSING }, body }),
        ]
        const isHeld = holds(rightsOf(named(name), product.features)[0], account)
        const isRight = isHeld
          ? missing.http === 404
          : missing.http === 403 && JSON.stringify(found) === JSON.stringify(missing)
        if (!isRight) wrong.push(`${name} as ${account}: ${JSON.stringify({ found, missing })}`)
      }
    expect(wrong).toEqual([])
  })
})
