import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseMail } from '../../../integrations/mail/parse.ts'
import { openNotifications, type TestNotifications } from '../../../testing/notifications.ts'
import type { TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import { sendDueReports, sendReport } from '../../reports/server/jobs/send.ts'

let test: TestNotifications
let office: TestOffice
beforeAll(async () => {
  test = await openNotifications()
  office = test.office
}, 60_000)
afterAll(() => test.close())
beforeEach(async () => {
  await test.reset()
  test.mails.splice(0)
  for (const table of ['saved_reports', 'business_goals', 'deals']) await office.rows(`DELETE FROM ${table}`)
})

describe('the page of the business by e-mail', () => {
  /** Five past eight on a Monday in Toronto. */
  const MONDAY = new Date('2026-11-16T13:05:00Z')
  const EARLIER = new Date('2026-11-10T13:00:00Z')
  const PAGE = { name: 'Business', report: 'business', length: 'week' }
  const sendings = () => office.rows('SELECT * FROM report_sendings ORDER BY id')
  const begin = () => sendDueReports.run(test.context(), {})
  const sendAll = async () => {
    for (const { id } of await sendings()) await sendReport.run(test.context(), { sending_id: id })
  }
  const schedule = async (fields: object = {}) => {
    office.server.clock.now = EARLIER
    const mondays = { every: 'week', day: 1, hour: 8 }
    const { id } = (await office.admin.post('saved-reports', { ...PAGE, ...fields, schedule: mondays })).data
    office.server.clock.now = MONDAY
    return id as number
  }
  const plain = async () => (await parseMail(test.mails[0]?.source ?? Buffer.of())).plain

  it('has the six figures with how they changed, and what the page says of each part', async () => {
    await addRow(office.rows, 'deals', {
      type: 3,
      status: 5,
      price: 80_000_000,
      gross: 1_200_000,
      close_date: '2026-02-10',
    })
    await addRow(office.rows, 'deals', {
      type: 3,
      status: 5,
      price: 80_000_000,
      gross: 1_000_000,
      close_date: '2025-02-10',
    })
    await addRow(office.rows, 'deals', {
      type: 3,
      status: 4,
      price: 80_000_000,
      gross: 800_000,
      close_date: '2026-12-15',
    })
    await office.lead('agent', { created_at: '2026-11-11T15:00:00Z' })
    await schedule()
    await begin()
    await sendAll()
    expect(test.mails).toHaveLength(1)
    const { subject } = await parseMail(test.mails[0]?.source ?? Buffer.of())
    expect(subject).toMatch(/^Business: Nov 9\s–\s15, 2026$/)
    const text = await plain()
    for (const label of [
      'New leads',
      'First response, median',
      'Without a first contact',
      'Lead to deal, 12 months',
      'Pipeline commission',
      'Closed commission, 2026',
    ])
      expect(text).toContain(label)
    expect(text).toContain('+20 % on last year’s $10K')
    expect(text).toContain('1 deal, $800K')
    expect(text).toContain('$8K is under contract to close in 2026, which makes $20K.')
    expect(text).toContain('/business?from=2026-11-09&to=2026-11-15')
    expect(text).toContain('Every Monday at 8:00 AM')
  })

  it('has the figures of one team where it is asked for those, says which, and leads back to them', async () => {
    const [team] = await office.rows('SELECT t.id, t.name FROM teams t WHERE t.lead_agent_id = $1', [
      office.agentId('teamlead'),
    ])
    const created_at = '2026-11-11T15:00:00Z'
    for (const agent of ['agent', 'newagent', 'newagent']) await office.lead(agent, { created_at })
    await schedule({ team: team?.id })
    await begin()
    await sendAll()
    const { subject } = await parseMail(test.mails[0]?.source ?? Buffer.of())
    expect(subject).toMatch(new RegExp(`^Business, ${team?.name}: Nov 9`))
    const text = await plain()
    const days = { from: '2026-11-09', to: '2026-11-15' }
    const newLeads = async (asked: object) =>
      (await office.admin.get('reports/response-times', { ...days, ...asked })).data.totals[0]
    const [ofTeam, ofAll] = [await newLeads({ team: team?.id }), await newLeads({})]
    expect(ofTeam).toBe(ofAll - 2)
    expect(text).toMatch(new RegExp(`New leads\\s+${ofTeam}\\s`))
    expect(text).toContain(`${team?.name}.`)
    expect(text).toContain(`to=2026-11-15&team=${team?.id}`)
    expect(text).toContain(`by_email=true&team=${team?.id}`)
  })

  it('is sent once, whichever worker comes first and however often it looks', async () => {
    await schedule()
    await Promise.all([begin(), begin()])
    const [one] = await sendings()
    expect(await sendings()).toHaveLength(1)
    await Promise.all([1, 2].map(() => sendReport.run(test.context(), { sending_id: one?.id })))
    await begin()
    await sendAll()
    expect(test.mails).toHaveLength(1)
  })

  it('is not sent again by the worker after one that died while sending', async () => {
    await schedule()
    await begin()
    await office.rows('UPDATE report_sendings SET trying_since = $1', [new Date(MONDAY.getTime() - 180_000)])
    await sendAll()
    expect(test.mails).toEqual([])
    expect(await sendings()).toMatchObject([{ problem: 'It is not known whether it was sent.', sent_at: null }])
  })

  it('is kept, shared and sent only as the right to the page allows', async () => {
    expect((await office.agent.post('saved-reports', PAGE)).http).toBe(403)
    expect((await office.teamlead.post('saved-reports', PAGE)).http).toBe(403)
    expect((await office.admin.post('saved-reports', { ...PAGE, sharing: 'all' })).http).toBe(422)
    const id = await schedule()
    await begin()
    // Whoever had the right when it was asked for has it no more when it is sent.
    await office.rows('UPDATE saved_reports SET user_id = $1 WHERE id = $2', [office.userId('agent'), id])
    await office.rows('UPDATE report_schedules SET user_id = $1', [office.userId('agent')])
    await sendAll()
    expect(test.mails).toEqual([])
    expect(await sendings()).toMatchObject([{ problem: 'This person may no longer see the report.', sent_at: null }])
    expect((await office.agent.get('saved-reports')).data.reports).toMatchObject([
      { id, last_problem: 'This person may no longer see the report.' },
    ])
  })
})
