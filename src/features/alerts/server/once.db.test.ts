import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAgent } from '../../../testing/brokerage.ts'
import { AlertEngine, type EngineLead, home } from '../../../testing/engines/alertEngine.ts'
import { recordConsents } from '../../consent/server/commands.ts'
import { receiveListings } from '../../listings/server/commands.ts'
import type { AlertFrequency, Search } from '../contract/alerts.ts'
import { searchOf } from '../rules/search.ts'
import { changeAlert, removeAlert, restoreAlert } from './commands/change.ts'
import { requireAlert } from './queries/alerts.ts'
import { claimSend } from './queries/sends.ts'

/** 8:00 in Toronto on the Sunday after. */
const SUNDAY_8 = '2026-11-22T13:00:00Z'

describe('what an alert has found', () => {
  let engine: AlertEngine
  beforeAll(async () => {
    engine = await AlertEngine.start()
  })
  afterAll(() => engine.close())
  beforeEach(() => engine.reset())

  const subjects = async () => (await engine.sent()).map(({ subject }) => subject)
  const change = (lead: EngineLead, id: number, wanted: { alert_frequency: AlertFrequency; search: Search }) =>
    engine.transaction(async ctx =>
      changeAlert(ctx, lead, await requireAlert({ ...engine.agent.reading, db: ctx.db }, id), {
        name: 'Near work',
        ...wanted,
      }),
    )
  const remove = (lead: EngineLead, id: number, isBack: boolean) =>
    engine.transaction(async ctx => {
      const alert = await requireAlert({ ...engine.agent.reading, db: ctx.db }, id)
      await (isBack ? restoreAlert : removeAlert)(ctx, lead, alert)
    })
  /** Every home at its price, as often as it was in an e-mail to a lead. */
  const homesSent = async (lead: EngineLead): Promise<string[]> => {
    const rows = await engine.rows(
      'SELECT message FROM milestones WHERE lead_id = $1 AND milestone_type_id = 12 ORDER BY id',
      [lead.id],
    )
    return rows.flatMap(({ message }) =>
      message.listings.map(({ mls_number, price }: { mls_number: string; price: number }) => `${mls_number} ${price}`),
    )
  }
  const states = () => engine.rows('SELECT state, problem FROM alert_sends ORDER BY id')

  it('never goes out twice at the same price, whatever is done to the alert and to the prices meanwhile', async () => {
    const price = fc.constantFrom(60_000_000, 65_000_000, 70_000_000)
    const step = fc.oneof(
      fc.record({ does: fc.constant('price' as const), which: fc.nat(2), price }),
      fc.record({ does: fc.constant('off market' as const), which: fc.nat(2) }),
      fc.record({
        does: fc.constant('edit' as const),
        beds: fc.constantFrom(null, 1, 3),
        frequency: fc.constantFrom(0, 1, 2),
      }),
      fc.record({ does: fc.constant('delete' as const) }),
      fc.record({ does: fc.constant('restore' as const) }),
      fc.record({ does: fc.constant('morning' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
        await engine.reset()
        const lead = await engine.addLead()
        const id = await engine.addSearch(lead)
        const market = [home(), home(), home()]
        let [minute, isDeleted] = [0, false]
        const at = () => new Date(Date.parse('2026-11-21T16:00:00Z') + ++minute * 3_600_000)
        await engine.bring(...market)
        for (const one of steps) {
          engine.now = at()
          const known = 'which' in one ? market[one.which] : undefined
          if (one.does === 'price' && known)
            await engine.bring({ ...known, price: one.price, modified_at: engine.now.toISOString() })
          else if (one.does === 'off market' && known)
            await engine.bring({ ...known, status: 'withdrawn', modified_at: engine.now.toISOString() })
          else if (one.does === 'edit' && !isDeleted)
            await change(lead, id, {
              alert_frequency: one.frequency as AlertFrequency,
              search: searchOf({ offer: 'sale', beds: one.beds }),
            })
          else if (one.does === 'delete' && !isDeleted) await remove(lead, id, false)
          else if (one.does === 'restore' && isDeleted) await remove(lead, id, true)
          else if (one.does === 'morning') await engine.tick(engine.now.toISOString())
          if (one.does === 'delete') isDeleted = true
          if (one.does === 'restore') isDeleted = false
        }
        const all = await homesSent(lead)
        expect(all).toEqual([...new Set(all)])
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  it('goes out within the minute for an instant alert, also when the worker died that found it', async () => {
    await engine.addSearch(await engine.addLead())
    await engine.bring(home())
    expect(engine.taken).toHaveLength(1)
    await engine.transaction(ctx => receiveListings(ctx, [home()]))
    await engine.run('match-alerts', engine.queue[0]?.data ?? {})
    engine.queue = []
    await engine.tick('2026-11-21T15:01:00Z')
    expect(engine.taken).toHaveLength(2)
  })

  it('is not sent, and says why, when the lead withdrew, was excluded, flagged or deleted before the morning', async () => {
    const [withdrawn, excluded, bogus, deleted] = await Promise.all([1, 2, 3, 4].map(() => engine.addLead()))
    for (const lead of [withdrawn, excluded, bogus, deleted]) if (lead) await engine.addSearch(lead, {}, 2)
    await engine.bring(home())
    await engine.transaction(ctx =>
      recordConsents(ctx, [{ lead_id: withdrawn?.id ?? 0, channel: 'email', kind: 'withdrawn', source: 'Phone call' }]),
    )
    await engine.rows('UPDATE leads SET status_value = 0 WHERE id = $1', [excluded?.id])
    await engine.rows('UPDATE leads SET is_bogus = true WHERE id = $1', [bogus?.id])
    await engine.rows('UPDATE leads SET deleted_at = now() WHERE id = $1', [deleted?.id])
    await engine.tick(SUNDAY_8)
    expect(engine.taken).toEqual([])
    expect((await states()).map(({ state, problem }) => `${state}: ${problem}`).toSorted()).toEqual([
      'refused: The status of this lead excludes it from marketing.',
      'refused: This lead has withdrawn consent for e-mail.',
      'refused: This lead is marked as bogus.',
      'refused: This lead was deleted.',
    ])
  })

  it('comes from whoever has the lead in the morning', async () => {
    const lead = await engine.addLead()
    await engine.addSearch(lead, {}, 2)
    await engine.bring(home())
    const other = await addAgent(engine.database, 'Omar')
    await engine.rows('UPDATE leads SET agent_id = $1 WHERE id = $2', [other.agent_id, lead.id])
    await engine.tick(SUNDAY_8)
    const [message] = await engine.sent()
    const [{ email }] = await engine.rows(
      'SELECT u.email FROM agents a JOIN users u ON u.id = a.user_id WHERE a.id = $1',
      [other.agent_id],
    )
    expect(message?.raw).toContain(`Reply-To: ${email}`)
  })

  it('belongs to one worker at a time, and to another two minutes after that one died', async () => {
    await engine.addSearch(await engine.addLead(), {}, 2)
    await engine.bring(home())
    engine.now = new Date(SUNDAY_8)
    await engine.run('send-due-alerts', {})
    const [job] = engine.queue
    if (!job) throw new Error('Nothing was begun.')
    const [{ id }] = await engine.rows('SELECT id FROM alert_sends')
    // This one takes the e-mail and dies before it sends anything.
    await engine.transaction(ctx => claimSend(ctx, id, new Date(engine.now.getTime() + 120_000)))
    await expect(engine.run(job.name, job.data)).rejects.toThrow('Another worker is sending this e-mail.')
    engine.now = new Date('2026-11-22T13:02:00Z')
    await Promise.allSettled([engine.run(job.name, job.data), engine.run(job.name, job.data)])
    await engine.run(job.name, job.data)
    expect(engine.taken).toHaveLength(1)
    expect(await states()).toEqual([{ state: 'sent', problem: null }])
  })

  it('waits for a mailbox that is full, and goes out once when it is not', async () => {
    const lead = await engine.addLead()
    await engine.rows("UPDATE leads SET email = 'full@people.test' WHERE id = $1", [lead.id])
    await engine.addSearch(lead)
    await engine.bring(home({ address: '9 Fleet St' }))
    await engine.tick('2026-11-21T15:00:20Z')
    expect(await states()).toMatchObject([{ state: 'waiting' }])
    await engine.rows('UPDATE leads SET email = $2 WHERE id = $1', [lead.id, lead.email])
    const [{ id }] = await engine.rows('SELECT id FROM alert_sends')
    engine.now = new Date('2026-11-21T15:01:00Z')
    await Promise.allSettled([engine.run('send-alert', { send_id: id }), engine.run('send-alert', { send_id: id })])
    await engine.run('send-alert', { send_id: id })
    expect(await subjects()).toEqual(['New: 9 Fleet St, $700,000'])
  })
})
