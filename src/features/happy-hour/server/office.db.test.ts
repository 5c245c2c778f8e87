import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice(({ database: { pool } }) =>
    pool.query(
      `INSERT INTO feature_flags (feature, scope, role, enabled) VALUES ('happy_hour', 'role', 'agent', true)`,
    ),
  )
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => office.rows('DELETE FROM happy_hour_sessions'))

const wanted = {
  weekdays: [1, 3],
  start: '17:30',
  end: '24:00',
  session_minutes: 30,
  minutes_between_claims: 0,
  max_claims: 4,
  follow_up_first: true,
  lead_age_days: null,
  lead_types: ['buyer_lead'],
  site_ids: [],
  join: 'everyone',
  team_ids: [],
  agent_ids: [],
}

/** Adds a session with claims that had their first follow-up after so many seconds. */
async function session(account: string, day: string, claims: readonly (number | null)[]): Promise<void> {
  const [{ id }] = await office.rows(
    `INSERT INTO happy_hour_sessions (agent_id, settings_id, day, window_start, window_end, started_at, ends_at)
     SELECT $1, (SELECT min(id) FROM happy_hour_settings), $2::date, at, at + interval '2 hours', at, at + interval '45 minutes'
     FROM (SELECT ($2::date + time '21:00') AT TIME ZONE 'UTC' AS at) times RETURNING id`,
    [office.agentId(account), day],
  )
  for (const seconds of claims) {
    const lead = await office.lead(account, { first_name: '=Nadia', last_name: 'Fox' })
    await office.rows(
      `INSERT INTO happy_hour_claims (session_id, agent_id, lead_id, claimed_at, first_follow_up_at, follow_up_type_id)
       SELECT id, agent_id, $2, started_at, started_at + make_interval(secs => $3), CASE WHEN $3 IS NOT NULL THEN 1 END
       FROM happy_hour_sessions WHERE id = $1`,
      [id, lead, seconds],
    )
  }
}

describe('the settings of happy hour', () => {
  it('are read and saved by the people who manage them, in versions', async () => {
    const before = (await office.admin.get('happy-hour/settings')).data
    const saved = await office.admin.postJson('happy-hour/settings', wanted)
    expect(saved).toMatchObject({
      http: 200,
      data: { ...wanted, saved_by: { id: office.userId('admin') }, open_sessions: 0 },
    })
    expect(saved.data.version).toBeGreaterThan(before.version)
    expect((await office.admin.get('happy-hour/settings')).data).toEqual(saved.data)
    expect((await office.admin.postJson('happy-hour/settings', saved.data)).http).toBe(200)
    expect((await office.agent.get('happy-hour/settings')).http).toBe(403)
    expect((await office.agent.postJson('happy-hour/settings', wanted)).http).toBe(403)
  })

  it.each([
    [{ end: '17:30' }, { end: ['The end must be after the start.'] }],
    [{ join: 'teams' }, { team_ids: ['Choose at least one team.'] }],
    [{ join: 'agents' }, { agent_ids: ['Choose at least one agent.'] }],
    [{ start: '25:00' }, { start: [expect.stringContaining('must be a time')] }],
    [{ weekdays: [8] }, { 'weekdays.0': [expect.any(String)] }],
  ])('refuse %j', async (fields, message) => {
    expect(await office.admin.postJson('happy-hour/settings', { ...wanted, ...fields })).toMatchObject({
      http: 422,
      message,
    })
  })

  it('say beforehand how many agents and leads they are about', async () => {
    const preview = (fields: object) => office.admin.postJson('happy-hour/settings/preview', { ...wanted, ...fields })
    const everyone = (await preview({})).data
    expect(everyone.agents).toBeGreaterThan(1)
    expect((await preview({ join: 'agents', agent_ids: [office.agentId('agent')] })).data).toEqual({
      ...everyone,
      agents: 1,
    })
  })
})

describe('the report of happy hour', () => {
  const ask = (fields: object = {}) =>
    office.admin.get('happy-hour/report', { from: '2026-11-02', to: '2026-11-05', ...fields })

  it('gives claims, time to first follow-up, connections and conversions by session and agent', async () => {
    await session('agent', '2026-11-02', [40, 100, null])
    await session('agent2', '2026-11-02', [400])
    await session('agent', '2026-11-05', [60])
    await session('agent', '2026-11-06', [60])
    await session('agent', '2026-10-29', [60])
    await office.rows(
      'UPDATE happy_hour_claims SET connected_at = claimed_at WHERE first_follow_up_at = claimed_at + make_interval(secs => 40)',
    )
    const { data } = await ask()
    expect(data.totals).toMatchObject({
      sessions: 3,
      agents: 2,
      evenings: 2,
      claims: 5,
      followed_up: 4,
      in_time: 3,
      connected: 1,
      converted: 0,
      follow_up_seconds: 80,
    })
    expect(data.before).toMatchObject({ from: '2026-10-29', to: '2026-11-01', sessions: 1, claims: 1 })
    expect(data.agents).toMatchObject([
      { agent: { name: office.nameOf('agent') }, sessions: 2, claims: 4, follow_up_seconds: 60, connected: 1 },
      { agent: { name: office.nameOf('agent2') }, sessions: 1, claims: 1, follow_up_seconds: 400 },
    ])
    expect(data.evenings).toMatchObject([
      { day: '2026-11-02', claims: 4 },
      { day: '2026-11-05', claims: 1 },
    ])
    expect(data.sessions.map(({ claims }: { claims: number }) => claims)).toEqual([1, 1, 3])
    expect(data.totals.follow_ups).toEqual([1, 2, 0, 0, 1, 0, 1])
  })

  it('is narrowed to a team, an agent, a site and a type of lead', async () => {
    await session('agent', '2026-11-02', [40])
    await session('newagent', '2026-11-02', [40])
    const claims = async (fields: object) => (await ask(fields)).data.totals.claims
    const [team] = await office.rows(`SELECT id FROM teams WHERE name = 'Waterfront team'`)
    expect(await claims({ agent: office.agentId('newagent') })).toBe(1)
    expect(await claims({ team: team.id })).toBe(1)
    expect(await claims({ type: 'rental_lead' })).toBe(0)
  })

  it('comes as CSV with one row a claim, which no spreadsheet takes for a formula', async () => {
    await session('agent', '2026-11-02', [40, null])
    const answer = await office.admin.raw('happy-hour/report?from=2026-11-02&to=2026-11-05&format=csv')
    expect(answer.headers.get('content-disposition')).toContain('Happy hour 2026-11-02 to 2026-11-05.csv')
    const rows: string[][] = parse(await answer.text(), { bom: true })
    expect(rows.map(row => row.slice(1, 3))).toEqual([
      ['Agent', 'Lead'],
      [office.nameOf('agent'), "'=Nadia Fox"],
      [office.nameOf('agent'), "'=Nadia Fox"],
    ])
    expect(rows.slice(1).map(row => row[5])).toEqual(expect.arrayContaining(['40', '']))
  })

  it('lists the claims behind it, page by page', async () => {
    await session('agent', '2026-11-02', [40, 50, 60])
    const first = (await office.admin.get('happy-hour/claims', { from: '2026-11-02', to: '2026-11-05', perPage: 2 }))
      .data
    expect([first.total, first.data.length]).toEqual([3, 2])
    const second = await office.admin.get('happy-hour/claims', {
      from: '2026-11-02',
      to: '2026-11-05',
      perPage: 2,
      cursor: first.next_cursor,
    })
    expect(second.data.data).toHaveLength(1)
  })

  it('refuses days that run backwards, and agents', async () => {
    expect((await ask({ to: '2026-11-01' })).http).toBe(422)
    expect((await office.agent.get('happy-hour/report', { from: '2026-11-02', to: '2026-11-05' })).http).toBe(403)
  })
})
