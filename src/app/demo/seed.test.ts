import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/server/database/database.ts'
import { defineFeature } from '../../platform/server/feature.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { product } from '../features.server.ts'
import { fillDemo, seedDemo } from './seed.ts'

const now = new Date('2026-11-21T15:00:00Z')
let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const one = async (query: ReturnType<typeof sql<Record<string, number>>>) =>
  (await query.execute(database.db)).rows[0] ?? {}

describe('filling a database with the demo', { timeout: 300_000 }, () => {
  it('fills an empty one once', async () => {
    expect(await seedDemo(database.db, { leads: 300, listings: 5, now })).toBe(300)
    expect(await seedDemo(database.db, { leads: 300, now })).toBe(0)
  })

  it('has a recruiter from the start, who is none of the demo accounts', async () => {
    const found = await one(sql`
      SELECT count(*) AS recruiters FROM settings JOIN users ON to_jsonb(users.id) = settings.value
        JOIN agents ON agents.user_id = users.id
      WHERE settings.key = 'recruiter' AND users.email NOT IN ('agent@keyturn.test', 'teamlead@keyturn.test')`)
    expect(found).toEqual({ recruiters: 1 })
  })

  it('leaves nothing behind when it is stopped half-way', async () => {
    const other = await openTestDatabase()
    const stops = defineFeature({
      name: 'stops',
      calls: {},
      handlers: {},
      demo: async () => ({ demo: { addDailyWork: () => Promise.reject(new Error('stopped')) } }),
    })
    const features = [...product.features, stops]
    await expect(seedDemo(other.db, { leads: 50, now, features })).rejects.toThrow('stopped')
    expect(await seedDemo(other.db, { leads: 50, now })).toBe(50)
    await other.close()
  })

  it('lets the planner know of the leads before anything else is read', async () => {
    const other = await openTestDatabase()
    let known = 0
    const looks = defineFeature({
      name: 'looks',
      calls: {},
      handlers: {},
      demo: async () => ({
        demo: {
          async fill({ db }) {
            const { rows } = await sql<{ rows: number }>`
              SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'leads'::regclass`.execute(db)
            known = rows[0]?.rows ?? 0
          },
        },
      }),
    })
    await seedDemo(other.db, { leads: 50, now, features: [...product.features, looks] })
    expect(known).toBe(50)
    await other.close()
  })

  it('fills once when two processes start together', async () => {
    const other = await openTestDatabase()
    const made = await Promise.all([1, 2].map(() => seedDemo(other.db, { leads: 50, now })))
    expect(made.sort()).toEqual([0, 50])
    await other.close()
  })

  it('keeps the arrays of a lead equal to the tables behind them', async () => {
    const found = await one(sql`
      SELECT count(*) AS wrong FROM leads WHERE
        tag_ids IS DISTINCT FROM (
          SELECT coalesce(array_agg(tag_id ORDER BY array_position(tag_ids, tag_id)), '{}') FROM lead_tags WHERE lead_id = leads.id)
        OR area_ids IS DISTINCT FROM (
          SELECT coalesce(array_agg(area_id ORDER BY position), '{}') FROM lead_areas WHERE lead_id = leads.id)`)
    expect(found).toEqual({ wrong: 0 })
  })

  it('has homes on the market that alerts find, and knows where consents come from', async () => {
    const found = await one(sql`
      SELECT (SELECT count(*) FROM listings WHERE area_ids = '{}') AS nowhere,
        (SELECT count(*) FROM listings WHERE status = 'active') > 50 AS offers,
        (SELECT count(*) FROM alert_searches) > 50 AS searches, (SELECT count(*) FROM alert_matches WHERE send_id IS NULL) AS matches,
        (SELECT count(*) FROM leads l WHERE consent_email <> coalesce((SELECT kind FROM lead_consents
            WHERE lead_id = l.id AND channel = 'email' ORDER BY given_at DESC LIMIT 1), 'none'))
          AS unexplained,
        (SELECT count(*) FROM leads WHERE ('email' = ANY(withdrawn_channels)) <>
          EXISTS (SELECT FROM lead_consents WHERE lead_id = leads.id AND covers = 'all')) AS unkept,
        (SELECT count(*) FROM lead_consents WHERE covers = 'commercial') > 0 AS unsubscribed`)
    expect(found).toEqual({
      nowhere: 0,
      offers: true,
      searches: true,
      matches: 0,
      unexplained: 0,
      unkept: 0,
      unsubscribed: true,
    })
  })

  it('has a record of everything that timelines tell of requests, and some of today to work on', async () => {
    const found = await one(sql`
      SELECT (SELECT count(*) FROM lead_requests) > 20 AS many,
        (SELECT count(*) FROM milestones m LEFT JOIN lead_requests r ON r.id = m.model_id AND r.lead_id = m.lead_id
         WHERE m.milestone_type_id IN (8, 9, 28) AND m.author_user_id IS NULL AND r.id IS NULL) AS unpublished,
        (SELECT count(*) FROM leads l WHERE NOT has_viewing_request AND EXISTS (
           SELECT FROM lead_requests r WHERE r.lead_id = l.id AND r.kind = 'viewing')) AS unflagged,
        (SELECT count(*) FROM tasks t JOIN lead_requests r ON r.task_id = t.id JOIN agents a ON a.id = t.agent_id
           JOIN users u ON u.id = a.user_id
         WHERE u.email = 'agent@keyturn.test' AND NOT t.completed AND t.taskable->>'name' = r.address) AS today`)
    expect(found).toEqual({ many: true, unpublished: 0, unflagged: 0, today: 4 })
  })

  it.each([
    ['in the morning', now],
    ['at night, as the clock changes', new Date('2026-03-08T07:30:00Z')],
    ['late in the evening', new Date('2026-07-02T02:10:00Z')],
  ])(
    'has showings of this week, e-mails that went out, leads on their way, and notes that name somebody: %s',
    async (_, at) => {
      const own = at === now ? database : await openTestDatabase()
      if (at !== now) await seedDemo(own.db, { leads: 300, listings: 5, now: at })
      const { rows } = await sql`
      WITH own AS (SELECT l.id, u.id AS user_id FROM leads l JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id
                   WHERE u.email = 'agent@keyturn.test')
      SELECT (SELECT count(*) FROM showings JOIN own ON own.id = lead_id) AS showings,
        (SELECT count(*) FROM showings WHERE starts_at > ${at} AND status = 'completed'
           OR status <> coalesce((SELECT value FROM milestones m WHERE m.model_type = 'showing' AND m.model_id = showings.id
             ORDER BY happened_at DESC, m.id DESC LIMIT 1), '')) AS odd,
        (SELECT count(*) FROM milestones WHERE happened_at > ${at}) AS ahead,
        (SELECT count(*) FROM alert_sends WHERE state = 'sent') > 0 AS sent,
        (SELECT count(*) FROM alert_sends s WHERE listings <> (SELECT count(*) FROM alert_matches WHERE send_id = s.id)) AS uncounted,
        (SELECT count(*) FROM note_mentions n JOIN users u ON u.id = n.user_id WHERE u.email = 'agent@keyturn.test' AND read_at IS NULL) AS mentions,
        (SELECT count(*) FROM note_mentions n JOIN users u ON u.id = n.user_id WHERE u.email = 'admin@keyturn.test' AND read_at IS NULL) AS office,
        (SELECT count(*) FROM lead_transfers WHERE kind <> 'offer') AS transfers`.execute(own.db)
      expect(rows[0]).toEqual({
        showings: 10,
        odd: 0,
        ahead: 0,
        sent: true,
        uncounted: 0,
        mentions: 1,
        office: 0,
        transfers: 9,
      })
      if (at !== now) await own.close()
    },
  )

  it('has its agents work by day', async () => {
    const found = await one(sql`
      SELECT count(*) FILTER (WHERE (happened_at AT TIME ZONE 'America/Toronto')::time NOT BETWEEN '08:30' AND '20:30')::float
        / count(*) < 0.02 AS resting FROM milestones WHERE author_user_id IS NOT NULL`)
    expect(found).toEqual({ resting: true })
  })

  it('has sixty agents in three teams, each team led by a member', async () => {
    const found = await one(sql`
      SELECT (SELECT count(*) FROM agents) AS agents, (SELECT count(*) FROM teams) AS teams,
        (SELECT count(*) FROM teams JOIN team_members ON agent_id = lead_agent_id AND team_id = teams.id) AS led,
        (SELECT count(*) FROM sites) AS sites`)
    expect(found).toMatchObject({ teams: 3, led: 3, sites: 3 })
    expect(found.agents).toBeGreaterThanOrEqual(60)
  })

  it('adds as many as are missing, with indexes and references as before', async () => {
    const shape = () =>
      sql<{ name: string }>`
        SELECT pg_get_indexdef(indexrelid) AS name FROM pg_index WHERE indrelid = ANY('{leads,milestones,lead_tags,lead_areas}'::regclass[])
        UNION ALL SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = ANY('{leads,milestones,lead_tags,lead_areas}'::regclass[])
        ORDER BY 1`.execute(database.db)
    const before = await shape()
    expect(await fillDemo(database.db, { leads: 900, now, many: 500 })).toBe(600)
    expect(await shape()).toEqual(before)
    expect(await one(sql`SELECT count(*) AS leads FROM leads`)).toEqual({ leads: 900 })
    const next = await one(sql`INSERT INTO leads (first_name) VALUES ('Next') RETURNING id`)
    expect(next.id).toBe(901)
    expect(await fillDemo(database.db, { leads: 900, now })).toBe(0)
  })
})
