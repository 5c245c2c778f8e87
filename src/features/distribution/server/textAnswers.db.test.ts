import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { receiveText } from '../../text-messages/server/commands/receive.ts'
import { distributeLead } from './commands/distribute.ts'

let office: TestOffice
let texts = 0
beforeAll(async () => {
  office = await openTestOffice(null, { KEYTURN_ROLE: 'web' })
  // Only the one agent takes leads, so that each offer is theirs.
  await office.rows(`UPDATE agents SET lead_types = '{}', area_ids = '{}', site_ids = '{}'`)
  const [{ id: area }] = (await office.rows(
    `INSERT INTO areas (type, name) VALUES ('locality', 'Ajax') RETURNING id`,
  )) as [{ id: number }]
  const [{ id: site }] = (await office.rows(
    `INSERT INTO sites (name, domain) VALUES ('Ajax', 'ajax.test') RETURNING id`,
  )) as [{ id: number }]
  await office.rows(
    `UPDATE agents SET lead_types = '{buyer,rental}', area_ids = $1, site_ids = $2 WHERE id = ANY ($3)`,
    [[area], [site], [office.agentId('agent'), office.agentId('agent2')]],
  )
  await office.rows(`UPDATE users SET phone = '416-555-0171' WHERE id = $1`, [office.userId('agent')])
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  await office.rows('DELETE FROM distribution_offers')
  await office.rows('DELETE FROM lead_distributions')
  await office.rows('DELETE FROM lead_transfers')
  await office.rows('UPDATE leads SET last_contacted_at = now()')
})

const at = () => adminAtWork(office.server.database, office.userId('admin'))
/** A lead that is offered to `agent`, and to nobody else. */
const offered = async (first_name: string): Promise<number> => {
  const id = await office.lead(null, { first_name, roles: ['buyer_lead'] })
  await at().writing(ctx => distributeLead(ctx, id, { leave_out: [office.agentId('agent2')] }))
  return id
}
const text = (body: string, from = '+14165550171', provider_id = `SM${++texts}`) =>
  at().writing(ctx => receiveText(ctx, { provider_id, from, body, media: [], is_answered: false }))
const agentOf = async (id: number) => (await office.rows('SELECT agent_id FROM leads WHERE id = $1', [id]))[0]?.agent_id

describe('an agent who answers an offer by text', () => {
  it('gets the lead by 1, YES or OUI, and hears whose it is when they repeat it', async () => {
    const id = await offered('Imran')
    expect(await text('Oui')).toContain('It’s yours: Imran Lovelace.')
    expect(await agentOf(id)).toBe(office.agentId('agent'))
    expect(await text('1')).toBe('You have already accepted this lead.')
  })

  it('hears who was faster, and when', async () => {
    const id = await offered('Late')
    await office.rows(`UPDATE lead_transfers SET state = 'expired', decided_at = now() WHERE lead_id = $1`, [id])
    await office.rows(`UPDATE distribution_offers SET outcome = 'expired', answered_at = now() WHERE lead_id = $1`, [
      id,
    ])
    await at().writing(ctx => distributeLead(ctx, id, { leave_out: [office.agentId('agent')] }))
    await office.agent2.post(`lead/${id}/accept`, { accept: true })
    expect(await text('yes')).toMatch(
      new RegExp(`^This lead was taken by ${office.nameOf('agent2')} at \\d+:\\d\\d:\\d\\d [AP]M\\.$`),
    )
    expect(await agentOf(id)).toBe(office.agentId('agent2'))
  })

  it('chooses in the product among several', async () => {
    const ids = [await offered('One'), await offered('Two')]
    expect(await text('1')).toContain('2 leads are offered to you.')
    expect(await Promise.all(ids.map(agentOf))).toEqual([null, null])
  })

  it('accepts nothing that was offered since, when the carrier brings the same text again', async () => {
    const first = await offered('First')
    const said = await text('1', undefined, 'SMtwice')
    expect(await agentOf(first)).toBe(office.agentId('agent'))
    const since = await offered('Since')
    expect(await Promise.all([1, 2].map(() => text('1', undefined, 'SMtwice')))).toEqual([said, said])
    expect(await agentOf(since)).toBeNull()
  })

  it('is not taken for somebody else, nor by other words', async () => {
    const id = await offered('Careful')
    await text('1', '+14165550172')
    await text('who is it?')
    expect(await agentOf(id)).toBeNull()
  })
})
