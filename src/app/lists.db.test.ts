import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailTo } from '../features/email/rights.ts'
import { allCalls } from '../platform/server/feature.ts'
import { PageInput } from '../platform/wire/page.ts'
import { distributionLists } from '../testing/distribution/lists.ts'
import { addAutomationRuns, addAutomations, addAutomationVersions } from '../testing/followUp/automationRows.ts'
import { addCampaignLeads, addCampaigns } from '../testing/followUp/campaignRows.ts'
import { addIntakeRows } from '../testing/intake/rows.ts'
import * as business from '../testing/lists/businessRows.ts'
import { importKept, importsOf } from '../testing/lists/importLists.ts'
import { listCalls, notLists, shapeOf } from '../testing/lists/listCalls.ts'
import { openHouseLists } from '../testing/lists/openHouseLists.ts'
import { trustLists } from '../testing/lists/trustLists.ts'
import { addBlocks, addCallLists, addStopped, addStranger, addTexts, addThreads } from '../testing/messages.ts'
import { startTestServer, type TestClient, type TestServer } from '../testing/server.ts'
import { type World, worldOf } from '../testing/world.ts'
import { product } from './features.server.ts'

describe('a call that answers a list', () => {
  it.each(listCalls)('takes page, perPage and cursor, and answers where it goes on: $name', ({ call }) => {
    expect(Object.keys(shapeOf(call.input))).toEqual(expect.arrayContaining(Object.keys(PageInput.shape)))
    const answer = { ...shapeOf(call.output), ...shapeOf(shapeOf(call.output).errors) }
    expect(Object.keys(answer)).toContain('next_cursor')
  })

  it('is not among those that are said to be none', () => {
    const names = new Set(allCalls(product.features).map(({ name }) => name))
    expect(Object.keys(notLists).filter(name => !names.has(name))).toEqual([])
  })
})

const AT = `'2026-11-20T15:00:00Z'::timestamptz`
const FIVE = 'generate_series(1, 5) AS place'

interface Office {
  world: World
  lead: number
  /** The account that asks; by default the agent. */
  as?: string
}
interface Asked {
  path?: Record<string, string | number>
  query?: object
}

/** How each list comes to at least three rows, and how it is asked for. Some rows share their moment, which no cursor may confuse. */
const rowsOf: Readonly<
  Record<string, { as?: string; asked?: object; make(office: Office): Promise<Asked | undefined> }>
> = {
  'people.sessions': {
    make: async ({ world }) => void (await Promise.all([1, 2, 3].map(() => world.session('agent')))),
  },
  'people.users': { as: 'admin', make: async () => undefined },
  'people.agents': { make: async () => undefined },
  'people.teams': {
    as: 'admin',
    make: async ({ world }) => void (await world.one(`INSERT INTO teams (name) SELECT 'Same name' FROM ${FIVE}`)),
  },
  ...trustLists,
  ...openHouseLists,
  'commission.agents': { as: 'admin', make: async () => undefined },
  'failed-work.list': {
    as: 'admin',
    make: async ({ world }) =>
      void (await world.one(
        `INSERT INTO pgboss.job (name, data, state, output, retry_limit, retry_count, completed_on)
         SELECT 'make-export', '{"export_id": 2000000000}', 'failed', '{"why": "No room"}', 5, 5, now() FROM ${FIVE}`,
      )),
  },
  'quotas.agents': { as: 'admin', make: async () => undefined },
  'quotas.versions': { as: 'admin', make: async ({ world }) => void (await business.addQuotaVersions(world)) },
  'team.waiting': {
    as: 'admin',
    make: async ({ world }) => {
      for (let place = 0; place < 4; place++) await world.lead('agent')
      return { path: { id: await world.agentId('agent') } }
    },
  },
  'brokerage-listings.list': { make: async ({ world }) => void (await business.addBrokerageListings(world)) },
  'bulk.list': {
    make: async ({ world }) =>
      void (await world.one(
        `INSERT INTO bulk_runs (user_id, actor_user_id, action, title, params, state, can_undo, total)
         SELECT $1::int, $1, 'leads.status', 'Set status', '{}', 'running', true, 1 FROM ${FIVE}`,
        [await world.userId('agent')],
      )),
  },
  'claiming.list': { make: async ({ world }) => void (await business.addPooledLeads(world)) },
  'claiming.claimed': { make: async ({ world }) => void (await business.addClaims(world)) },
  'happy-hour.claims': { as: 'admin', make: ({ world }) => business.addHappyHourClaims(world) },
  'reports.behind': { make: ({ world }) => business.addReportedLeads(world) },
  'business.untouched': {
    as: 'admin',
    make: async ({ world }) => {
      const { from, to } = (await business.addReportedLeads(world)).query
      return { query: { from, to } }
    },
  },
  'deals.list': { make: ({ world }) => business.addDeals(world) },
  'deals.unmatched': { make: ({ world }) => business.addDeals(world) },
  'integrations-admin.deliveries': { as: 'super', make: ({ world }) => business.addWebhookDeliveries(world) },
  'session-recording.list': { as: 'admin', make: async ({ world }) => void (await business.addRecordings(world)) },
  'privacy.erasures': { as: 'admin', make: async ({ world }) => void (await business.addErasures(world)) },
  'leads.list': {
    make: async ({ world }) => {
      for (let place = 0; place < 4; place++) await world.lead('agent')
      return { path: { list: 'leads' } }
    },
  },
  'do-not-call.lists': { as: 'admin', make: ({ world }) => addCallLists(world) },
  'blocked-numbers.list': { make: ({ world }) => addBlocks(world) },
  'blocked-numbers.stopped': { make: ({ world }) => addStopped(world) },
  'text-messages.threads': { make: ({ world }) => addThreads(world) },
  'text-messages.list': { make: ({ world, lead }) => addTexts(world, lead) },
  'text-messages.stranger': { make: ({ world }) => addStranger(world) },
  ...distributionLists,
  'milestones.list': {
    make: async ({ world, lead }) => {
      await world.one(
        `INSERT INTO milestones (lead_id, milestone_type_id, description, happened_at) SELECT $1, 20, 'Called', ${AT} FROM ${FIVE}`,
        [lead],
      )
      return { path: { leadId: lead } }
    },
  },
  'tags.managed': {
    as: 'admin',
    make: async ({ world }) => void (await world.one(`INSERT INTO tags (name) SELECT 'Tag ' || place FROM ${FIVE}`)),
  },
  'notes.list': {
    make: async ({ world, lead }) => {
      await world.one(
        `INSERT INTO notes (lead_id, description, happened_at) SELECT $1, 'Note ' || place, ${AT} FROM ${FIVE}`,
        [lead],
      )
      return { path: { leadId: lead } }
    },
  },
  'notes.mentions': {
    make: async ({ world, lead }) =>
      void (await world.one(
        `WITH made AS (INSERT INTO notes (lead_id, description) SELECT $1, 'You' FROM ${FIVE} RETURNING id)
         INSERT INTO note_mentions (note_id, user_id, created_at) SELECT id, $2, ${AT} FROM made`,
        [lead, await world.userId('agent')],
      )),
  },
  'notifications.list': { make: async ({ world }) => void (await business.addNotifications(world)) },
  'transfers.list': {
    make: async ({ world }) => {
      const [mine, theirs] = [await world.agentId('agent'), await world.agentId('agent2')]
      for (const [from, to] of [
        [mine, theirs],
        [mine, theirs],
        [mine, theirs],
        [theirs, mine],
      ])
        await world.one(
          `INSERT INTO lead_transfers (lead_id, kind, from_agent_id, to_agent_id) VALUES ($1, 'transfer', $2, $3)`,
          [await world.lead('agent'), from, to],
        )
      return undefined
    },
  },
  'transfers.ofLead': {
    make: async ({ world, lead }) => {
      await world.one(
        `INSERT INTO lead_transfers (lead_id, kind, state, to_agent_id, decided_at)
         SELECT $1, 'assignment', 'accepted', $2, ${AT} FROM ${FIVE}`,
        [lead, await world.agentId('agent')],
      )
      return { path: { id: lead } }
    },
  },
  'transfers.bogusLeads': {
    as: 'admin',
    make: async ({ world }) =>
      void (await world.one(
        `WITH made AS (INSERT INTO leads (first_name, is_bogus) SELECT 'Bogus', true FROM ${FIVE} RETURNING id)
         INSERT INTO bogus_leads (lead_id, flagged_by, flagged_at, was_email_valid, was_phone_valid)
         SELECT id, $1, ${AT}, true, true FROM made`,
        [await world.userId('admin')],
      )),
  },
  'tasks.list': {
    make: async ({ world, lead }) => {
      await world.one(
        `INSERT INTO tasks (lead_id, agent_id, task_type, subject, scheduled_at)
         SELECT $1, $2, 'phone_call', 'Call', ${AT} FROM ${FIVE}`,
        [lead, await world.agentId('agent')],
      )
      return { path: { list: 'overdue' } }
    },
  },
  'showings.list': {
    make: async ({ world, lead }) => {
      await business.bookShowings(world, lead)
      return { path: { leadId: lead } }
    },
  },
  'showings.calendarOf': { make: async () => ({ query: { dateStart: '2020-01-01', dateEnd: '2099-12-31' } }) },
  'opportunities.list': {
    make: async ({ world, lead }) => {
      await world.one(
        `INSERT INTO opportunities (lead_id, opportunity_type_id, facts, created_at)
         SELECT $1, place, '{}', ${AT} FROM ${FIVE}`,
        [lead],
      )
      return { path: { list: 'calendar' } }
    },
  },
  'snooze.list': {
    make: async ({ world }) => {
      await world.one(
        `INSERT INTO leads (first_name, agent_id, snoozed_until)
         SELECT 'Asleep ' || place, $1, '2099-01-01' FROM ${FIVE}`,
        [await world.agentId('agent')],
      )
      return {}
    },
  },
  'requests.list': {
    make: async ({ world, lead }) => {
      await world.one(
        `INSERT INTO lead_requests (lead_id, kind, address, source, updated_at)
         SELECT $1, 'viewing', place || ' Elm Ave', 'Test', ${AT} FROM ${FIVE}`,
        [lead],
      )
      return { path: { leadId: lead } }
    },
  },
  'views.list': {
    make: async ({ world }) =>
      void (await world.one(
        `INSERT INTO saved_views (user_id, name, list, sort) SELECT $1, 'View ' || place, 'leads', 'name' FROM ${FIVE}`,
        [await world.userId('agent')],
      )),
  },
  'email.list': { make: ({ world, lead }) => emailsTo(world, lead) },
  'outbound.list': { make: ({ world, lead }) => emailsTo(world, lead) },
  'calling.list': {
    make: async ({ world, lead }) => {
      await world.one(
        `INSERT INTO calls (lead_id, direction, state, created_at) SELECT $1, 'outbound', 'ended', ${AT} FROM ${FIVE}`,
        [lead],
      )
      return { query: { lead_id: lead } }
    },
  },
  'timeline.list': { make: async ({ lead }) => ({ path: { leadId: lead } }) },
  'alerts.emails': {
    as: 'admin',
    make: async ({ world, lead }) =>
      void (await world.one(
        `WITH alert AS (INSERT INTO alerts (lead_id, kind, name, alert_frequency, criteria)
           VALUES ($1, 'listing', 'Lofts', 1, '{}') RETURNING id)
         INSERT INTO alert_sends (alert_id, lead_id, due_at) SELECT id, $1, ${AT} + place * interval '1 day' FROM alert, ${FIVE}`,
        [lead],
      )),
  },
  'imports.list': { as: 'admin', make: async ({ world }) => void (await importsOf(world, 5)) },
  'imports.get': { as: 'admin', make: async ({ world }) => ({ path: { id: await importsOf(world, 1) } }) },
  'imports.kept': { as: 'admin', make: async ({ world }) => ({ path: { id: await importKept(world) } }) },
  'imports.merges': { as: 'admin', make: async ({ world }) => ({ path: { id: await importsOf(world, 1) } }) },
  'automations.list': { as: 'admin', make: ({ world }) => addAutomations(world) },
  'automations.versions': { as: 'admin', make: ({ world }) => addAutomationVersions(world) },
  'automations.runs': { as: 'admin', make: ({ world }) => addAutomationRuns(world) },
  'campaigns.list': { make: ({ world }) => addCampaigns(world) },
  'campaigns.leads': { make: ({ world }) => addCampaignLeads(world) },
  'duplicates.list': { make: async ({ world, lead }) => void (await pairsOf(world, lead)) },
  'duplicates.ofLead': { make: async ({ lead }) => ({ path: { id: lead } }) },
  'duplicates.merges': {
    make: async ({ world, lead }) => {
      for (let place = 0; place < 4; place++)
        await world.one(
          `INSERT INTO lead_merges (lead_id, merged_id, before, after, merged) VALUES ($1, $2, '{}', '{}',
             '{"first_name": "Own", "last_name": "Lead", "deleted_at": null, "merged_into": null}')`,
          [lead, await world.lead('agent')],
        )
      return undefined
    },
  },
  'archive.list': {
    as: 'admin',
    make: async ({ world }) =>
      void (await world.one(
        `INSERT INTO archives (user_id, made_by, status, created_at, finished_at)
         SELECT $1::int, $1, 'cancelled', ${AT}, ${AT} FROM ${FIVE}`,
        [await world.userId('admin')],
      )),
  },
  'exports.list': {
    as: 'admin',
    make: async ({ world }) =>
      void (await world.one(
        `INSERT INTO exports (user_id, made_by, format, columns, selection, row_count, row_count_is_estimate, status, created_at, finished_at)
         SELECT $1::int, $1, 'csv', '{email}', '{}', 1, false, 'cancelled', ${AT}, ${AT} FROM ${FIVE}`,
        [await world.userId('admin')],
      )),
  },
  'intake.events': { as: 'admin', make: ({ world }) => addIntakeRows(world, 'events') },
  'intake.refusals': { as: 'admin', make: ({ world }) => addIntakeRows(world, 'refusals') },
  'intake.mails': { as: 'admin', make: ({ world }) => addIntakeRows(world, 'mails') },
  'audit.list': {
    as: 'admin',
    make: async ({ world }) =>
      void (await world.one(
        `INSERT INTO audit_entries (at, call, subject, request_id) SELECT ${AT}, 'test', 'lead', 'x' FROM ${FIVE}`,
      )),
  },
  'outbox.list': {
    as: 'admin',
    make: async ({ world }) =>
      void (await world.one(
        `INSERT INTO outbox_messages (message_id, sender, recipients, subject, plain, source)
         SELECT 'm' || place, 'crm@keyturn.test', '{a@people.test}', 'Homes', 'Homes', '' FROM ${FIVE}`,
      )),
  },
}

async function emailsTo(world: World, lead: number) {
  for (let place = 0; place < 5; place++) await emailTo(world, 'agent', lead)
  return { path: { id: lead } }
}

async function pairsOf(world: World, lead: number): Promise<void> {
  for (let place = 0; place < 5; place++)
    await world.one(
      `INSERT INTO duplicate_pairs (lead_id, other_id, score, reasons) VALUES ($1, $2, 65, '{same_name}')`,
      [lead, await world.lead('agent')],
    )
}

/** The rows of an answer, each as text; of two lists in one answer those of both. */
function textsOf(name: string, data: Record<string, unknown>): string[] {
  const rows =
    name === 'transfers.list'
      ? [...(data.lead_transfers as unknown[]), ...(data.sent_transfers as unknown[])]
      : name === 'imports.get'
        ? (data.errors as { data: unknown[] }).data
        : (data.data as unknown[])
  return rows.map(row => JSON.stringify(withoutClock(row as object)))
}

/** Sessions say when they were used last, which asking changes. */
const withoutClock = (row: object) => ({ ...row, last_used_at: undefined, last_active_at: undefined })

describe('a list is walked', { timeout: 60_000 }, () => {
  let server: TestServer
  let world: World
  let lead: number
  const clients = new Map<string, TestClient>()
  const signedIn = async (account: string): Promise<TestClient> => {
    const client = clients.get(account) ?? (await server.signIn(account))
    clients.set(account, client)
    return client
  }
  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_ROLE: 'web' })
    world = worldOf(server)
    lead = await world.lead('agent')
    await signedIn('agent')
    await signedIn('admin')
  })
  afterAll(() => server.close())

  it.each(listCalls)('by cursor and by number, without a gap or a repeat: $name', async ({ name, call }) => {
    const known = rowsOf[name]
    if (!known) throw new Error(`Say in rowsOf of this file how ${name} comes to some rows.`)
    const { path: parameters = {}, query = {} } = (await known.make({ world, lead })) ?? {}
    const client = await signedIn(known.as ?? 'agent')
    const path = call.path.replace(/:(\w+)/g, (_, parameter: string) => String(parameters[parameter]))
    const ask = async (window: object) => {
      const answer = await client.get(path, { ...query, ...window })
      expect(answer).toMatchObject({ http: 200 })
      const { next_cursor } = name === 'imports.get' ? answer.data.errors : answer.data
      return { rows: textsOf(name, answer.data), next_cursor: next_cursor as string | null }
    }
    const { rows: all } = await ask({ perPage: 200 })
    expect(all.length).toBeGreaterThan(2)
    expect(new Set(all).size).toBe(all.length)

    const walked: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { rows, next_cursor } = await ask({ perPage: 2, ...(cursor ? { cursor } : {}) })
      walked.push(...rows)
      cursor = next_cursor
    }
    const numbered: string[] = []
    for (let page = 1; numbered.length < all.length; page++) {
      const { rows } = await ask({ perPage: 2, page })
      expect(rows.length).toBeGreaterThan(0)
      numbered.push(...rows)
    }
    // Two lists in one answer come side by side.
    const sorted = (rows: string[]) => (name === 'transfers.list' ? rows.toSorted() : rows)
    expect(sorted(walked)).toEqual(sorted(all))
    expect(sorted(numbered)).toEqual(sorted(all))
    expect(await client.get(path, { ...query, cursor: 'made up' })).toMatchObject({ http: 422, error: 'validation' })
  })
})
