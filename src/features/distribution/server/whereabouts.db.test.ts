import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomOf } from '../../../platform/demo/random.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'

let office: TestOffice
const accounts = ['agent', 'agent2', 'newagent', 'teamlead'] as const
const START = Date.now()
const MINUTE = 60_000

beforeAll(async () => {
  office = await openTestOffice()
  await office.rows(`UPDATE agents SET lead_types = '{buyer,rental}'`)
}, 60_000)
afterAll(() => office.server.close())

/** Leads that stand nowhere, or in two places. */
const astray = () =>
  office.rows(`
    SELECT l.id, l.agent_id, d.state, o.open AS offers, t.pending FROM leads l
    LEFT JOIN lead_distributions d ON d.lead_id = l.id
    CROSS JOIN LATERAL (SELECT count(*)::int AS open FROM distribution_offers WHERE lead_id = l.id AND outcome IS NULL) o
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS pending FROM lead_transfers WHERE lead_id = l.id AND kind = 'offer' AND state = 'pending') t
    WHERE l.email LIKE 'always%' AND l.deleted_at IS NULL AND NOT (
      -- An agent's, with nothing open; or offered, with one offer and one transfer; or waiting, with none.
      CASE WHEN l.agent_id IS NOT NULL THEN o.open = 0 AND t.pending = 0
           WHEN d.state = 'offered' THEN o.open = 1 AND t.pending = 1
           ELSE d.state IN ('pooled', 'resting') AND o.open = 0 AND t.pending = 0 END)`)

describe('whatever happens to leads', () => {
  it('each of them is owned, offered, pooled or resting, and never nothing', async () => {
    const random = randomOf(7, 0)
    const ids: number[] = []
    const arrive = async () => {
      const person = {
        first_name: 'Imran',
        email: `always${ids.length}@people.test`,
        roles: ['buyer_lead'],
        agent_id: null,
      }
      ids.push((await office.admin.post('lead', person)).data.id)
    }
    const anyAgent = () => random.pick(accounts)
    const actions: readonly ((id: number) => Promise<unknown>)[] = [
      arrive,
      id => office[anyAgent()].post(`lead/${id}/accept`, { accept: 1 }),
      id => office[anyAgent()].post(`lead/${id}/accept`, { accept: 0 }),
      id => office[anyAgent()].post(`claim-leads/${id}/claim`, {}),
      id => office.admin.post(`lead/${id}/distribution`, {}),
      id => office.admin.post(`lead/${id}/distribution/withdraw`, {}),
      id => office.admin.post(`lead/${id}/distribution/blocks`, { agent_id: office.agentId(anyAgent()) }),
      id => office.admin.post('leads/reassign', { ids: [id], agent_id: office.agentId(anyAgent()) }),
      id =>
        office.admin.post(`agents/${office.agentId(anyAgent())}/availability`, {
          days_off: random.pick([[], [(id % 7) + 1]]),
        }),
    ]
    for (let step = 0; step < 120; step++) {
      office.server.clock.now = new Date(START + step * 3 * MINUTE)
      if (ids.length < 3) await arrive()
      await random.pick(actions)(random.pick(ids))
      expect(await astray()).toEqual([])
    }
    expect(ids.length).toBeGreaterThan(5)
  }, 60_000)
})
