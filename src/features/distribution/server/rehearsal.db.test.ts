import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'

let office: TestOffice
const accounts = ['agent', 'agent2', 'newagent', 'teamlead'] as const
const rung = (fields: object) => ({ daily: 50, next: null, previous: null, next_conditions: [], ...fields })
const DAY = 86_400_000
/** The last Tuesday morning in Toronto that is more than a day ago, so that all of the past lies within one week of quotas. */
const START = lastTuesday(Date.now() - 2 * DAY)

function lastTuesday(before: number): number {
  const day = new Date(before)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() - ((day.getUTCDay() + 5) % 7), 15)
}

beforeAll(async () => {
  office = await openTestOffice()
  await office.rows(`UPDATE agents SET lead_types = '{buyer,rental}'`)
  await office.rows(`UPDATE users SET created_at = '2020-01-01'`)
  await office.rows('UPDATE leads SET last_contacted_at = now()')
  office.server.clock.now = new Date(START)
  await office.admin.post('quota-rule', { type: 'buyer', daily: 50, weekly: 12 })
  for (let lead = 0; lead < 36; lead++) await playLead(lead)
  office.server.clock.now = new Date(START + DAY)
}, 120_000)
afterAll(() => office.server.close())

/** A lead arrives; of the agents who are asked every third rejects, the others accept. */
async function playLead(lead: number): Promise<void> {
  office.server.clock.now = new Date(START + lead * 600_000)
  const person = { first_name: 'Imran', email: `past${lead}@people.test`, roles: ['buyer_lead'], agent_id: null }
  const id = (await office.admin.post('lead', person)).data.id
  for (let turn = 0; turn < 3; turn++) {
    const [open] = await office.rows(
      'SELECT agent_id FROM distribution_offers WHERE lead_id = $1 AND outcome IS NULL',
      [id],
    )
    const account = accounts.find(one => office.agentId(one) === open?.agent_id)
    if (!account) return
    office.server.clock.now = new Date(START + lead * 600_000 + (turn + 1) * 60_000)
    const accepts = (lead + turn) % 3 !== 0
    await office[account].post(`lead/${id}/accept`, { accept: accepts ? 1 : 0 })
    if (!accepts) continue
    // In touch at once, so that nobody has too many untouched leads.
    await office.rows('UPDATE leads SET last_contacted_at = now() WHERE id = $1', [id])
    return
  }
}

const rehearsal = async () => (await office.admin.get('quota-draft/rehearsal', { days: 30 })).data
const saveDraft = async (weekly: number) => {
  const { data } = await office.admin.get('quota-draft')
  const [{ id }] = data.in_force.ladders.buyer
  const ladders = { rental: [], buyer: [rung({ id, weekly })] }
  return office.admin.post('quota-draft', { ladders: JSON.stringify(ladders) })
}

describe('a rehearsal of the quota rules', () => {
  it('reproduces the recorded past with the published rules: no lead moves, for no agent', async () => {
    const found = await rehearsal()
    expect(found).toMatchObject({ leads: 36, is_enough: true, moved: 0, never_offered: { was: 0, draft: 0 } })
    const [{ owned }] = await office.rows(`SELECT count(agent_id)::int AS owned FROM leads WHERE email LIKE 'past%'`)
    const sum = (side: 'was' | 'draft') =>
      found.agents.reduce((total: number, row: { was: number; draft: number }) => total + row[side], 0)
    expect([sum('was'), sum('draft'), found.pooled.was]).toEqual([owned, owned, 36 - owned])
    for (const { was, draft } of [...found.agents, ...found.answers]) expect(draft).toBe(was)
  })

  it('says what a draft would change before it is published, and changes nothing itself', async () => {
    const before = await office.rows('SELECT * FROM distribution_ledger ORDER BY lead_id, entry')
    await saveDraft(3)
    const found = await rehearsal()
    // Four agents with three a week each: the rest of the leads would be in the pool.
    expect(found.agents.map(({ draft }: { draft: number }) => draft)).toEqual([3, 3, 3, 3])
    expect(found.pooled.draft).toBe(24)
    expect(found.moved).toBeGreaterThan(0)
    expect(await office.rows('SELECT * FROM distribution_ledger ORDER BY lead_id, entry')).toEqual(before)
    await office.admin.delete('quota-draft')
    expect(await rehearsal()).toMatchObject({ moved: 0 })
  })

  it('goes on reproducing the past once the draft is published: what was recorded stays as it was', async () => {
    await saveDraft(20)
    expect((await office.admin.post('quota-draft/publish', {})).http).toBe(200)
    expect(await rehearsal()).toMatchObject({ leads: 36, moved: 0 })
  })
})
