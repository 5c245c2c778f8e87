import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseMail } from '../../../integrations/mail/parse.ts'
import { openNotifications, type TestNotifications } from '../../../testing/notifications.ts'
import type { TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { stopToken } from './commands/stopLink.ts'
import { sendDueReports, sendReport } from './jobs/send.ts'

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
  await office.rows('DELETE FROM saved_reports')
})

const MONTH = { name: 'Our month', report: 'leaderboard', length: 'month' }
const keep = async (client: TestClient, fields: object = {}) =>
  (await client.post('saved-reports', { ...MONTH, ...fields })).data
const namesFor = async (client: TestClient) =>
  (await client.get('saved-reports')).data.reports.map(({ name }: { name: string }) => name)

describe('a saved report', () => {
  it('is there for whoever kept it, and for nobody else until it is shared', async () => {
    const { id } = await keep(office.admin)
    expect(await namesFor(office.admin)).toEqual(['Our month'])
    expect(await namesFor(office.agent)).toEqual([])
    expect((await office.agent.post(`saved-reports/${id}`, { name: 'Mine' })).http).toBe(404)
    await office.admin.post(`saved-reports/${id}`, { sharing: 'all' })
    expect(await namesFor(office.agent)).toEqual(['Our month'])
    expect((await office.agent.post(`saved-reports/${id}`, { name: 'Mine' })).http).toBe(403)
    expect((await office.agent.delete(`saved-reports/${id}`)).http).toBe(403)
  })

  it('is shared with a team by its lead, with everybody by administrators, and by nobody else', async () => {
    expect((await office.agent.post('saved-reports', { ...MONTH, sharing: 'all' })).http).toBe(403)
    expect((await office.agent.post('saved-reports', { ...MONTH, sharing: 'team' })).http).toBe(403)
    expect((await office.teamlead.post('saved-reports', { ...MONTH, sharing: 'all' })).http).toBe(403)
    await keep(office.teamlead, { sharing: 'team' })
    expect(await namesFor(office.agent)).toEqual(['Our month'])
  })

  it('is kept together with when it comes, or not at all', async () => {
    const { schedule } = await keep(office.agent, { schedule: { every: 'month', day: 31, hour: 7 } })
    expect(schedule).toEqual({ every: 'month', day: 31, hour: 7 })
    const refused = { ...MONTH, schedule: { every: 'week', day: 8, hour: 7 } }
    expect((await office.agent.post('saved-reports', refused)).http).toBe(422)
    expect(await namesFor(office.agent)).toHaveLength(1)
  })

  it('keeps a length or two days, and only a team that its owner may look at', async () => {
    const refused = async (fields: object) => (await office.agent.post('saved-reports', { ...MONTH, ...fields })).http
    expect(await refused({ length: null })).toBe(422)
    expect(await refused({ from: '2026-01-01', to: '2026-01-31' })).toBe(422)
    expect(await refused({ length: null, from: '2026-02-01', to: '2026-01-31' })).toBe(422)
    expect(await refused({ team: (await office.rows('SELECT id FROM teams LIMIT 1'))[0]?.id })).toBe(404)
    const { id } = await keep(office.agent, { length: null, from: '2026-01-01', to: '2026-01-31' })
    const { data } = await office.agent.post(`saved-reports/${id}`, { length: 'week' })
    expect(data).toMatchObject({ length: 'week', from: null, to: null })
  })
})

describe('a report by e-mail', () => {
  /** Five past eight on a Monday in Toronto. */
  const MONDAY = new Date('2026-11-16T13:05:00Z')
  const EARLIER = new Date('2026-11-10T13:00:00Z')
  const mondays = { every: 'week', day: 1, hour: 8 }
  const sendings = () => office.rows('SELECT * FROM report_sendings ORDER BY id')
  const begin = () => sendDueReports.run(test.context(), {})
  const sendAll = async () => {
    for (const { id } of await sendings()) await sendReport.run(test.context(), { sending_id: id })
  }
  const schedule = async (client: TestClient, fields: object = {}) => {
    office.server.clock.now = EARLIER
    const { id } = await keep(client, fields)
    await client.post(`saved-reports/${id}/schedule`, mondays)
    office.server.clock.now = MONDAY
    return id as number
  }

  it('has the figures of the last whole period, the way to the CSV, and the way out', async () => {
    const id = await schedule(office.admin)
    await begin()
    await sendAll()
    expect(test.mails).toHaveLength(1)
    const source = test.mails[0]?.source ?? Buffer.of()
    const { subject, plain } = await parseMail(source)
    expect(subject).toMatch(/^Our month: Oct 1\s–\s31, 2026$/)
    expect(plain).toContain('Every Monday at 8:00 AM')
    expect(plain).toMatch(/Calls\s+\d/)
    expect(plain).toContain('download=csv')
    const stop = /List-Unsubscribe:\s*<[^>]*\/crm\/([^>]+)>/.exec(String(source).replace(/\r?\n\s+/g, ''))?.[1] ?? ''
    expect((await office.server.signedOut.post(stop, { 'List-Unsubscribe': 'One-Click' })).http).toBe(200)
    expect((await office.admin.get('saved-reports')).data.reports).toMatchObject([{ id, schedule: null }])
  })

  it('is sent once, whichever worker comes first and however often it looks', async () => {
    await schedule(office.admin)
    await Promise.all([begin(), begin()])
    const [one] = await sendings()
    expect(await sendings()).toHaveLength(1)
    await Promise.all([1, 2].map(() => sendReport.run(test.context(), { sending_id: one?.id })))
    await begin()
    await sendAll()
    expect(test.mails).toHaveLength(1)
  })

  it('is not sent again by the worker after one that died while sending', async () => {
    await schedule(office.admin)
    await begin()
    await office.rows(`UPDATE report_sendings SET trying_since = $1`, [new Date(MONDAY.getTime() - 180_000)])
    await sendAll()
    expect(test.mails).toEqual([])
    expect(await sendings()).toMatchObject([{ problem: 'It is not known whether it was sent.', sent_at: null }])
  })

  it('shows what its reader may see when it is sent, and nothing to who may not any more', async () => {
    office.server.clock.now = EARLIER
    const { id } = await keep(office.admin, { sharing: 'all', name: 'For all' })
    await office.agent.post(`saved-reports/${id}/schedule`, mondays)
    office.server.clock.now = MONDAY
    await begin()
    await sendAll()
    expect((await parseMail(test.mails[0]?.source ?? Buffer.of())).plain).toContain('Your own numbers.')

    test.mails.splice(0)
    await office.rows('UPDATE report_sendings SET sent_at = NULL')
    await office.admin.post(`saved-reports/${id}`, { sharing: 'private' })
    await sendAll()
    expect(test.mails).toEqual([])
    expect((await sendings())[0]).toMatchObject({ problem: 'This person may no longer see the report.' })
  })

  it('does not come any more once it is stopped or deleted', async () => {
    const id = await schedule(office.admin)
    await begin()
    await office.admin.delete(`saved-reports/${id}/schedule`)
    await sendAll()
    await begin()
    expect(test.mails).toEqual([])
    expect(await sendings()).toEqual([])
  })
})

describe('a page that is kept to be sent', () => {
  const mondays = { every: 'week', day: 1, hour: 8 }
  const page = { name: 'Business', report: 'business', length: 'week', schedule: mondays }
  const rows = () => office.rows('SELECT id FROM saved_reports')
  const tokenOf = async (id: number) => {
    const [schedule] = await office.rows('SELECT id FROM report_schedules WHERE saved_report_id = $1', [id])
    const { config, now } = test.context()
    return stopToken(config, Number(schedule?.id), now)
  }
  const press = async (token: string) =>
    (await office.server.signedOut.post(`saved-reports/unsubscribe/${token}`, {})).http

  it('is gone once it is stopped, and comes anew when it is asked for again', async () => {
    const { id } = await keep(office.admin, page)
    const stopped = await office.admin.delete(`saved-reports/${id}/schedule`)
    expect(stopped).toMatchObject({ http: 200, data: { id, schedule: null } })
    expect(await rows()).toEqual([])
    expect(await namesFor(office.admin)).toEqual([])
    const again = await keep(office.admin, page)
    expect(again).toMatchObject({ report: 'business', schedule: mondays })
    expect(await rows()).toEqual([{ id: again.id }])
  })

  it('is gone once it is stopped by the link of its e-mail, which may be pressed twice', async () => {
    const { id } = await keep(office.admin, page)
    const token = await tokenOf(id)
    expect(await press(token)).toBe(200)
    expect(await rows()).toEqual([])
    expect(await press(token)).toBe(200)
    expect(await keep(office.admin, page)).toMatchObject({ report: 'business', schedule: mondays })
  })

  it('stays while somebody else gets it', async () => {
    const { id } = await keep(office.admin, page)
    await office.rows(
      `INSERT INTO report_schedules (saved_report_id, user_id, every, day, hour, since) VALUES ($1, $2, 'week', 2, 8, now())`,
      [id, office.userId('teamlead')],
    )
    await office.admin.delete(`saved-reports/${id}/schedule`)
    expect(await rows()).toEqual([{ id }])
  })

  it('is all that goes: a report that is stopped stays in the list', async () => {
    const [byPress, byLink] = [
      await keep(office.admin, { schedule: mondays }),
      await keep(office.admin, { schedule: mondays }),
    ]
    await office.admin.delete(`saved-reports/${byPress.id}/schedule`)
    await press(await tokenOf(byLink.id))
    expect(await namesFor(office.admin)).toEqual(['Our month', 'Our month'])
  })
})
