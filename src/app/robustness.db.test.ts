import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NOTE_LENGTH } from '../features/notes/rules.ts'
import { naughtyStrings } from '../testing/inputs/naughty.ts'
import { startTestServer, type TestAnswer, type TestClient, type TestServer } from '../testing/server.ts'

const NOON = new Date('2026-11-21T17:00:00Z')
const stadium = { address_formatted: '38 Stadium Rd, Toronto', date: '2026-11-28', time_start: '14:00:00' }

/** What one person writes about a lead, by the call that adds it and where its words are. */
const writings = [
  { what: 'a note', path: (lead: number) => `lead/${lead}/notes`, rest: {}, field: 'description', limit: NOTE_LENGTH },
  {
    what: 'a task',
    path: (lead: number) => `lead/${lead}/tasks`,
    rest: { task_type: 'phone_call', subject: 'Call' },
    field: 'content',
    limit: 10_000,
  },
  {
    what: 'progress',
    path: (lead: number) => `lead/${lead}/progress`,
    rest: { type: 20 },
    field: 'description',
    limit: 5000,
  },
  { what: 'a showing', path: (lead: number) => `lead/${lead}/showings`, rest: stadium, field: 'notes', limit: 5000 },
] as const

describe('what people write about leads', { timeout: 60_000 }, () => {
  let server: TestServer
  let agent: TestClient
  let stranger: TestClient
  let lead: number

  const newLead = async (): Promise<number> => (await agent.post('lead', { first_name: 'Amara' })).data.id
  const stored = async (): Promise<number> =>
    (
      await server.database.pool.query(`
        SELECT ((SELECT count(*) FROM notes) + (SELECT count(*) FROM tasks) + (SELECT count(*) FROM showings)
          + (SELECT count(*) FROM milestones WHERE milestone_type_id = 20))::int AS rows`)
    ).rows[0].rows

  beforeAll(async () => {
    server = await startTestServer()
    agent = await server.signIn('agent')
    stranger = await server.signIn('agent2')
    server.clock.now = NOON
    lead = await newLead()
  }, 60_000)
  afterEach(() => {
    server.clock.now = NOON
  })
  afterAll(() => server.close())

  it.each(writings)('$what keeps every text as it was written', async ({ path, rest, field }) => {
    for (const text of naughtyStrings.map(one => one.trim()).filter(one => one.length > 0)) {
      const { http, data, message } = await agent.postJson(path(lead), { ...rest, [field]: text })
      const isStorable = text.isWellFormed() && !text.includes('\u0000')
      if (isStorable) expect([http, (data.milestone ?? data)[field]]).toEqual([201, text])
      else expect([text, http, typeof (message as never)[field]]).toEqual([text, 422, 'object'])
    }
  })

  it.each(writings)(
    '$what that is too long, or longer than any request, is refused and nothing kept',
    async ({ path, rest, field, limit }) => {
      const before = await stored()
      const long = await agent.postJson(path(lead), { ...rest, [field]: 'x'.repeat(limit + 1) })
      expect(long).toMatchObject({ http: 422, message: { [field]: expect.any(Array) } })
      const huge = await agent.postJson(path(lead), { ...rest, [field]: 'x'.repeat(10 * 1024 * 1024) })
      expect([huge.http, huge.status]).toEqual([413, 0])
      expect(await stored()).toBe(before)
    },
  )

  it.each(writings)(
    '$what on a lead of somebody else is refused as on one that does not exist',
    async ({ path, rest, field }) => {
      const before = await stored()
      const answers = await Promise.all(
        [lead, 2_000_000_000].map(id => stranger.postJson(path(id), { ...rest, [field]: 'Mine' })),
      )
      const [theirs, none] = answers.map(({ headers: _, ...answer }) => answer)
      expect(theirs).toEqual(none)
      expect(theirs).toMatchObject({ http: 404, error: 'not_found' })
      for (const id of ['0', '-1', '2147483648', 'NaN', '1e3', '%00'])
        expect((await agent.postJson(path(id as never), { ...rest, [field]: 'Nobody' })).http).toBeOneOf([404, 422])
      expect(await stored()).toBe(before)
    },
  )

  it.each(writings)('$what on a deleted or merged lead is refused, and nothing kept', async ({ path, rest, field }) => {
    const [gone, merged, survivor] = [await newLead(), await newLead(), await newLead()]
    expect((await agent.delete(`lead/${gone}`)).http).toBe(200)
    expect((await agent.postJson(`lead/${survivor}/merge`, { with: merged, fields: {} })).http).toBe(200)
    const before = await stored()
    for (const id of [gone, merged]) {
      const { http, error } = await agent.postJson(path(id), { ...rest, [field]: 'Too late' })
      expect([http, error]).toEqual([404, 'not_found'])
    }
    expect(await stored()).toBe(before)
  })

  it('is changed and deleted by nobody who cannot open the lead', async () => {
    const note = (await agent.post(`lead/${lead}/notes`, { description: 'Mine' })).data.id
    const task = (await agent.post(`lead/${lead}/tasks`, { task_type: 'reminder', subject: 'Mine' })).data.id
    const { data: progress } = await agent.post(`lead/${lead}/progress`, { type: 20, description: 'Mine' })
    const showing = (await agent.post(`lead/${lead}/showings`, stadium)).data.id
    const milestone = progress.milestone.id
    const refused: TestAnswer[] = [
      await stranger.post(`note/${note}`, { description: 'Taken' }),
      await stranger.delete(`note/${note}`),
      await stranger.post(`task/${task}`, { subject: 'Taken' }),
      await stranger.post(`task/${task}/complete`),
      await stranger.delete(`task/${task}`),
      await stranger.post(`milestones/${milestone}`, { description: 'Taken' }),
      await stranger.delete(`milestones/${milestone}`),
      await stranger.post(`showings/${showing}`, { notes: 'Taken' }),
      await stranger.delete(`showings/${showing}`),
      await stranger.get(`lead/${lead}/requests`),
    ]
    expect(refused.map(({ http, error }) => [http, error])).toEqual(refused.map(() => [404, 'not_found']))
    const state = await server.database.pool.query(
      `SELECT (SELECT description FROM notes WHERE id = $1 AND deleted_at IS NULL) AS note,
              (SELECT subject FROM tasks WHERE id = $2 AND deleted_at IS NULL AND NOT completed) AS task,
              (SELECT description FROM milestones WHERE id = $3 AND deleted_at IS NULL) AS milestone,
              (SELECT notes FROM showings WHERE id = $4 AND deleted_at IS NULL) AS showing`,
      [note, task, milestone, showing],
    )
    expect(state.rows[0]).toEqual({ note: 'Mine', task: 'Mine', milestone: 'Mine', showing: '' })
  })

  it.each(['0001-01-01', '9999-12-31'])('knows the day %s, or says what is wrong with it', async day => {
    const answers = [
      await agent.postJson(`lead/${lead}/notes`, { description: 'Then', date: `${day}T12:00:00Z` }),
      await agent.postJson(`lead/${lead}/tasks`, {
        task_type: 'reminder',
        subject: 'Then',
        scheduled_at: `${day}T12:00:00Z`,
      }),
      await agent.postJson(`lead/${lead}/progress`, { type: 20, description: 'Spoke.', date: `${day}T12:00:00Z` }),
      await agent.postJson(`lead/${lead}/showings`, { ...stadium, date: day }),
    ]
    for (const { http } of answers) expect(http).toBeOneOf([201, 422])
    for (const path of [
      `lead/${lead}/notes`,
      `lead/${lead}/milestones`,
      `lead/${lead}/showings`,
      'task/future',
      'task/overdue',
    ])
      expect([path, (await agent.get(path)).http]).toEqual([path, 200])
    await server.database.pool.query('DELETE FROM tasks; DELETE FROM showings')
  })

  it('takes a showing at an hour that the spring leaves out an hour later, once in the autumn', async () => {
    const book = async (date: string) =>
      (await agent.postJson(`lead/${lead}/showings`, { ...stadium, date, time_start: '2:30:00', time_end: '4:00:00' }))
        .data
    expect(await book('2027-03-14')).toMatchObject({ starts_at: '2027-03-14T07:30:00.000000Z', time_start: '03:30:00' })
    const { data } = await agent.postJson(`lead/${lead}/showings`, {
      ...stadium,
      date: '2027-11-07',
      time_start: '1:30:00',
    })
    // It takes half an hour, after which it is one o'clock again.
    expect(data).toMatchObject({ time_start: '01:30:00', time_end: '01:00:00' })
    expect(Date.parse(data.ends_at) - Date.parse(data.starts_at)).toBe(30 * 60_000)
  })

  it('is refused from somebody whose account was closed, who then sees nothing', async () => {
    const leaving = await server.signIn('newagent')
    await server.database.pool.query(`UPDATE users SET is_active = false WHERE email = 'newagent@keyturn.test'`)
    for (const answer of [
      await leaving.get('task/today'),
      await leaving.post(`lead/${lead}/notes`, { description: 'Still here' }),
      await leaving.get(`lead/${lead}/showings`),
    ])
      expect(answer.http).toBeOneOf([401, 403])
    await server.database.pool.query(`UPDATE users SET is_active = true WHERE email = 'newagent@keyturn.test'`)
  })
})
