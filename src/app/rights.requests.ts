import { randomBytes } from 'node:crypto'
import { hashOfToken } from '../platform/server/secrets.ts'
import type { TestServer } from '../testing/server.ts'
import { alertRequests } from './rights.alerts.ts'

/** What a call is asked with, so that its handler really runs. */
export interface Ask {
  /** Parameters of the path. */
  path?: Record<string, string | number>
  body?: object
  /** Sent as multipart. */
  form?: FormData
  /** Ends or changes the session: it gets one of its own. */
  isLast?: true
  /** Whose right it is, and who reaches no such record all the same. */
  reachesNone?: readonly string[]
  /** Whose right it is, and whom the handler refuses nevertheless. */
  refuses?: readonly string[]
}

/** Records in the database of the test, to ask about. */
export interface World {
  one(sql: string, values?: unknown[]): Promise<number>
  userId(account: string): Promise<number>
  /** A lead of the account itself; of `agent` for people without an agent record. */
  lead(account: string, isPersonal?: boolean): Promise<number>
  /** A note without an author, on such a lead. */
  note(account: string, deleted?: Date | null): Promise<number>
  /** A milestone that the account wrote, on such a lead. */
  milestone(account: string, deleted?: Date | null): Promise<number>
  /** An open task on such a lead. */
  task(account: string, fields?: { type?: string; deleted?: Date }): Promise<number>
  /** A showing with such a lead. */
  showing(account: string, deleted?: Date | null): Promise<number>
  session(account: string): Promise<number>
  team(): Promise<number>
  /** Somebody who never signed in. */
  invited(): Promise<number>
  /** A tag of the account itself; of `agent` for people without an agent record. Without an account, a default tag. */
  tag(account: string | null, deletedAt?: Date): Promise<number>
  import(status: string): Promise<number>
  agentId(account: string): Promise<number>
  /** Another agent than the account. */
  colleague(account: string): Promise<number>
  /** A lead of one agent that waits for the answer of another. */
  sentLead(from: number, to: number): Promise<number>
  /** A lead of the account that the account flagged as bogus. */
  bogusLead(account: string): Promise<number>
  /** Lets somebody who has none of the leads be the recruiter. */
  chooseRecruiter(): Promise<void>
  /** A bulk change of the account. */
  bulkRun(account: string, state: string): Promise<number>
  /** An export of the account itself that waits. */
  export(account: string): Promise<number>
  /** A saved view of the account itself. */
  view(account: string, isDeleted: boolean): Promise<number>
  ticket(account: string, purpose: 'signin' | 'scopes'): Promise<string>
}

let made = 0

/** Makes such records in the database of a server. */
export function worldOf({ database: { pool } }: TestServer): World {
  const one = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows[0]?.id as number
  const email = (account: string) => `${account}@keyturn.test`
  const lead = (account: string, isPersonal = false) =>
    one(
      `INSERT INTO leads (first_name, last_name, agent_id, is_personal)
       SELECT 'Own', 'Lead', a.id, $2 FROM agents a JOIN users u ON u.id = a.user_id
       WHERE u.email IN ($1, 'agent@keyturn.test') ORDER BY u.email = $1 DESC LIMIT 1 RETURNING id`,
      [email(account), isPersonal],
    )
  return {
    one,
    userId: account => one('SELECT id FROM users WHERE email = $1', [email(account)]),
    lead,
    note: async (account, deleted = null) =>
      one(`INSERT INTO notes (lead_id, description, deleted_at) VALUES ($1, 'Call back', $2) RETURNING id`, [
        await lead(account),
        deleted,
      ]),
    agentId: account =>
      one(
        `SELECT a.id FROM agents a JOIN users u ON u.id = user_id WHERE email IN ($1, 'agent@keyturn.test')
         ORDER BY email = $1 DESC LIMIT 1`,
        [email(account)],
      ),
    colleague: account =>
      one(
        `SELECT a.id FROM agents a JOIN users u ON u.id = user_id
         WHERE u.email IN ('agent2@keyturn.test', 'newagent@keyturn.test') AND u.email <> $1 LIMIT 1`,
        [email(account)],
      ),
    sentLead: (from, to) =>
      one(
        `WITH made AS (INSERT INTO leads (first_name, agent_id) VALUES ('Sent', $1) RETURNING id)
         INSERT INTO lead_transfers (lead_id, kind, from_agent_id, to_agent_id) SELECT id, 'transfer', $1, $2 FROM made
         RETURNING lead_id AS id`,
        [from, to],
      ),
    async bogusLead(account) {
      const id = await lead(account)
      await pool.query('UPDATE leads SET is_bogus = true WHERE id = $1', [id])
      await pool.query(
        `INSERT INTO bogus_leads (lead_id, flagged_by, was_email_valid, was_phone_valid)
         SELECT $1, id, true, true FROM users WHERE email = $2`,
        [id, email(account)],
      )
      return id
    },
    async chooseRecruiter() {
      await pool.query(
        `WITH person AS (INSERT INTO users (email, first_name) VALUES ($1, 'Rae') RETURNING id),
              agent AS (INSERT INTO agents (user_id) SELECT id FROM person)
         INSERT INTO settings (key, value) SELECT 'recruiter', to_jsonb(id) FROM person
         ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        [email(`recruiter${++made}`)],
      )
    },
    milestone: async (account, deleted = null) =>
      one(
        `INSERT INTO milestones (lead_id, milestone_type_id, author_user_id, deleted_at)
         SELECT $1, 20, id, $2 FROM users WHERE email = $3 RETURNING id`,
        [await lead(account), deleted, email(account)],
      ),
    task: async (account, { type = 'phone_call', deleted } = {}) =>
      one(
        `INSERT INTO tasks (lead_id, agent_id, task_type, deleted_at)
         SELECT id, agent_id, $2, $3 FROM leads WHERE id = $1 RETURNING id`,
        [await lead(account), type, deleted ?? null],
      ),
    showing: async (account, deleted = null) =>
      one(
        `INSERT INTO showings (lead_id, address_formatted, starts_at, ends_at, deleted_at)
         VALUES ($1, '38 Stadium Rd', now(), now() + interval '30 minutes', $2) RETURNING id`,
        [await lead(account), deleted],
      ),
    session: account =>
      one('INSERT INTO sessions (token_hash, user_id) SELECT $2, id FROM users WHERE email = $1 RETURNING id', [
        email(account),
        randomBytes(32),
      ]),
    team: () => one(`SELECT id FROM teams WHERE name = 'Waterfront team'`),
    invited: () =>
      one('INSERT INTO users (email, first_name) VALUES ($1, $2) RETURNING id', [email(`guest${++made}`), 'Guest']),
    tag: (account, deletedAt) =>
      one(
        `INSERT INTO tags (name, agent_id, deleted_at) VALUES ($1, (
           SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id
           WHERE $2::text IS NOT NULL AND u.email IN ($2, 'agent@keyturn.test') ORDER BY u.email = $2 DESC LIMIT 1), $3)
         RETURNING id`,
        [`Tag ${++made}`, account && email(account), deletedAt ?? null],
      ),
    import: status =>
      one(
        `INSERT INTO imports (user_id, file_name, file_size, stored_as, kind, encoding, separator, has_header, columns,
           mapping, row_count, status, created, finished_at)
         SELECT id, 'people.csv', 9, 'gone', 'csv', 'utf-8', ',', true, '[{"name":"Email","suggested":"email","samples":[]}]', '["email"]', 1,
           $1, 1, now() FROM users WHERE email = 'admin@keyturn.test' RETURNING id`,
        [status],
      ),
    bulkRun: (account, state) =>
      one(
        `INSERT INTO bulk_runs (user_id, actor_user_id, action, title, params, state, can_undo, total, done, changed, finished_at)
         SELECT id, id, 'leads.status', 'Set status to New', '{"status_value":1}', $2, true, 1, 1, 1,
           CASE WHEN $2 = 'done' THEN now() END FROM users WHERE email = $1 RETURNING id`,
        [email(account), state],
      ),
    export: account =>
      one(
        `INSERT INTO exports (user_id, made_by, format, columns, selection, row_count, row_count_is_estimate)
         SELECT id, id, 'csv', '{email}', '{}', 1, false FROM users WHERE email = $1 RETURNING id`,
        [email(account)],
      ),
    view: (account, isDeleted) =>
      one(
        `INSERT INTO saved_views (user_id, name, list, sort, deleted_at)
         SELECT id, 'Kept', 'leads', 'name', CASE WHEN $2 THEN now() END FROM users WHERE email = $1 RETURNING id`,
        [email(account), isDeleted],
      ),
    async ticket(account, purpose) {
      const token = randomBytes(16).toString('hex')
      await pool.query(
        `INSERT INTO sign_in_tickets (hash, purpose, subject, email, scopes, expires_at)
         VALUES ($1, $2, $3, $3, '{}', now() + interval '1 minute')`,
        [hashOfToken(token), purpose, email(account)],
      )
      return token
    },
  }
}

type Request = (world: World, account: string) => Ask | Promise<Ask>

const nothing: Request = () => ({})
const body =
  (fields: object): Request =>
  () => ({ body: fields })
/** Has the right to look leads up, and reaches none here. */
const reachesNone = ['deals']
const aboutLead =
  (fields: object = {}, name = 'id'): Request =>
  async (world, account) => ({
    path: { [name]: await world.lead(account) },
    body: fields,
    reachesNone,
  })
const aboutNote =
  (fields: object = {}, deleted: Date | null = null): Request =>
  async (world, account) => ({ path: { id: await world.note(account, deleted) }, body: fields, reachesNone })
const aboutTag =
  (fields: object = {}, deletedAt?: Date): Request =>
  async (world, account) => ({ path: { id: await world.tag(account, deletedAt) }, body: fields, reachesNone })
const tagOnLead: Request = async (world, account) => ({
  body: { tag_ids: [await world.tag(null)], lead_ids: [await world.lead(account)] },
})
const aboutShowing =
  (fields: object = {}, deleted: Date | null = null): Request =>
  async (world, account) => ({ path: { id: await world.showing(account, deleted) }, body: fields, reachesNone })
/** One that the account wrote itself. */
const aboutMilestone =
  (fields: object = {}, deleted: Date | null = null): Request =>
  async (world, account) => ({ path: { id: await world.milestone(account, deleted) }, body: fields, reachesNone })
const aboutTask =
  (fields: object = {}, task: { type?: string; deleted?: Date } = {}): Request =>
  async (world, account) => ({ path: { id: await world.task(account, task) }, body: fields, reachesNone })
const aboutImport =
  (status: string, fields: object = {}): Request =>
  async world => ({
    path: { id: await world.import(status) },
    body: fields,
  })
const aboutBulkRun =
  (state: string): Request =>
  async (world, account) => ({ path: { id: await world.bulkRun(account, state) } })
const aboutExport: Request = async (world, account) => ({ path: { id: await world.export(account) } })
const aboutView =
  (fields: object = {}, isDeleted = false): Request =>
  async (world, account) => ({ path: { id: await world.view(account, isDeleted) }, body: fields })
/** A pair of the account's own leads who may be one person. */
const aboutPair: Request = async (world, account) => {
  const [lead, other] = [await world.lead(account), await world.lead(account)]
  const id = await world.one(
    `INSERT INTO duplicate_pairs (lead_id, other_id, score, reasons) VALUES ($1, $2, 65, '{same_name}') RETURNING id`,
    [lead, other],
  )
  return { path: { id }, reachesNone }
}
const aboutMerge: Request = async (world, account) => {
  const [lead, other] = [await world.lead(account), await world.lead(account)]
  await world.one('UPDATE leads SET deleted_at = now(), merged_into = $1 WHERE id = $2 RETURNING id', [lead, other])
  const id = await world.one(
    `INSERT INTO lead_merges (lead_id, merged_id, before, after, merged)
     VALUES ($1, $2, '{}', '{}', '{"first_name": "Own", "last_name": "Lead", "deleted_at": null, "merged_into": null}') RETURNING id`,
    [lead, other],
  )
  return { path: { id }, reachesNone }
}
const last: Request = () => ({ isLast: true })
const list: Request = () => ({ path: { list: 'leads' } })

/** A valid request for each call. */
export const requests: Readonly<Record<string, Request>> = {
  'people.bootstrap': nothing,
  'people.login': async world => ({ body: { token: await world.ticket('agent', 'signin'), platform: 'web' } }),
  'people.loginManually': body({ email: 'agent@keyturn.test', password: 'keyturn-demo' }),
  'people.providers': nothing,
  'people.possess': async world => ({ body: { user_id: await world.userId('newagent') }, isLast: true }),
  'people.leavePossession': nothing,
  'people.logout': last,
  'people.maintenanceLogout': last,
  'people.reload': nothing,
  'people.grantScopes': async (world, account) => ({ body: { code: await world.ticket(account, 'scopes') } }),
  'people.sessions': nothing,
  'people.endSession': async (world, account) => ({ path: { id: await world.session(account) } }),
  'people.feature': () => ({ path: { name: 'my-leads' } }),
  'people.users': nothing,
  'people.user': async world => ({ path: { id: await world.userId('agent2') } }),
  'people.createUser': () => ({
    body: { first_name: 'New', email: `new${++made}@keyturn.test`, roles: ['front_desk'] },
  }),
  'people.updateUser': async world => ({ path: { id: await world.userId('agent2') }, body: { first_name: 'Theo' } }),
  'people.inviteUser': async world => ({ path: { id: await world.invited() } }),
  'people.agents': nothing,
  'people.rolePermissions': nothing,
  'people.setRolePermission': body({ role: 'agent', permission: 'view_leads', granted: 1 }),
  'people.teams': nothing,
  'people.team': async world => ({ path: { id: await world.team() } }),
  'people.createTeam': () => ({ body: { name: `Team ${++made}` } }),
  'people.updateTeam': async world => ({ path: { id: await world.team() }, body: { name: 'Waterfront team' } }),
  'settings.systemStatus': nothing,
  'settings.setMaintenance': body({ end: 1 }),
  'settings.setNotice': body({ notice: '' }),
  'settings.features': nothing,
  'settings.setFeature': body({ feature: 'my-leads', scope: 'all', enabled: 1 }),
  'settings.setFeatureOptions': () => ({ path: { name: 'my-leads' }, body: { agent_only: 1 } }),
  'outbox.list': nothing,
  'search.search': body({ q: 'own' }),
  'bulk.list': nothing,
  'bulk.get': aboutBulkRun('running'),
  'bulk.cancel': aboutBulkRun('running'),
  'bulk.undo': aboutBulkRun('done'),
  'leads.list': list,
  'leads.count': list,
  'leads.counts': nothing,
  'leads.selectAll': body({ tab: 'leads' }),
  'leads.get': aboutLead(),
  // Who only matches leads to deals adds none.
  'leads.create': () => ({ body: { first_name: 'Made', email: `made${++made}@leads.test` }, refuses: ['deals'] }),
  'leads.update': aboutLead({ first_name: 'Changed' }),
  'leads.remove': async (world, account) => ({ path: { id: await world.lead(account, true) }, reachesNone }),
  'leads.restore': async (world, account) => ({
    path: {
      id: await world.one('UPDATE leads SET deleted_at = now() WHERE id = $1 RETURNING id', [
        await world.lead(account),
      ]),
    },
    reachesNone,
  }),
  'leads.removeMany': async (world, account) => ({ body: { selected: [await world.lead(account, true)] } }),
  'leads.changeStatus': aboutLead({ status_value: 2 }),
  'leads.changeStatuses': async (world, account) => ({
    body: { selected: [await world.lead(account)], status_value: 3 },
  }),
  'leads.setRentalProfile': aboutLead({ creditScore: 742 }),
  'leads.areas': nothing,
  'leads.sites': nothing,
  'leads.sources': nothing,
  'listings.buildings': body({ search: 'fleet' }),
  'listings.feed': nothing,
  'listings.refresh': nothing,
  ...alertRequests,
  'consent.list': aboutLead(),
  'consent.record': aboutLead({ channel: 'text', kind: 'express', source: 'Phone call' }),
  'milestones.list': aboutLead({}, 'leadId'),
  'milestones.types': nothing,
  'milestones.progress': aboutLead({ type: 20, description: 'Spoke on the phone.' }),
  'milestones.store': async (world, account) => ({
    body: { id: await world.lead(account), milestoneTypeId: 20, description: 'Spoke on the phone.' },
    reachesNone,
  }),
  'milestones.update': aboutMilestone({ description: 'Spoke at length.' }),
  'milestones.remove': aboutMilestone(),
  'milestones.restore': aboutMilestone({}, new Date()),
  'timeline.list': aboutLead({}, 'leadId'),
  'showings.list': aboutLead({}, 'leadId'),
  'showings.create': aboutLead(
    { address_formatted: '38 Stadium Rd', date: '2026-11-28', time_start: '14:00:00' },
    'leadId',
  ),
  'showings.update': aboutShowing({ status: 'confirmed' }),
  'showings.remove': aboutShowing(),
  'showings.restore': aboutShowing({}, new Date()),
  'showings.calendar': aboutShowing(),
  'notes.list': aboutLead({}, 'leadId'),
  'notes.create': aboutLead({ description: 'Prefers the evening.' }, 'leadId'),
  'notes.update': aboutNote({ description: 'Prefers the morning.' }),
  'notes.remove': aboutNote(),
  'notes.restore': aboutNote({}, new Date()),
  'notes.colleagues': aboutLead({}, 'leadId'),
  'notes.mentions': nothing,
  'notes.readMentions': nothing,
  'tags.list': nothing,
  'tags.ofLeads': async (world, account) => ({ body: { selected: [await world.lead(account)] } }),
  'tags.tagLead': aboutLead({ tag: 'Met at the open house' }),
  // Who only matches leads to deals makes no tags.
  'tags.create': () => ({ body: { tag: `Made ${++made}` }, refuses: ['deals'] }),
  'tags.update': aboutTag({ colour: 'green' }),
  'tags.remove': async (world, account) => ({ body: { tag_id: await world.tag(account) }, reachesNone }),
  'tags.restore': aboutTag({}, new Date()),
  'tags.assign': tagOnLead,
  'tags.unassign': tagOnLead,
  'tags.managed': nothing,
  'tags.merge': async (world, account) => ({
    path: { id: await world.tag(account) },
    body: { into: await world.tag(null) },
  }),
  'tags.makeDefault': aboutTag(),
  'transfers.list': nothing,
  'transfers.ofLead': aboutLead(),
  'transfers.send': async (world, account) => ({
    path: { id: await world.lead(account) },
    body: { agent: await world.colleague(account) },
  }),
  'transfers.assign': async world => ({
    path: { id: await world.lead('agent') },
    body: { agent: await world.agentId('agent2') },
  }),
  'transfers.decide': async (world, account) => ({
    path: { id: await world.sentLead(await world.colleague(account), await world.agentId(account)) },
    body: { accept: 1 },
  }),
  'transfers.cancel': async (world, account) => ({
    path: { id: await world.sentLead(await world.agentId(account), await world.colleague(account)) },
  }),
  'transfers.acknowledge': nothing,
  'transfers.reassign': async (world, account) => ({
    body: { leadIds: [await world.lead(account)], agentId: await world.colleague(account) },
    refuses: ['deals'],
  }),
  'transfers.handToRecruiter': async (world, account) => {
    await world.chooseRecruiter()
    return { path: { id: await world.lead(account) }, reachesNone }
  },
  'transfers.recruiter': nothing,
  'transfers.setRecruiter': async world => ({ body: { user_id: await world.userId('agent2') } }),
  'transfers.flagBogus': aboutLead(),
  'transfers.restoreBogus': async (world, account) => ({
    path: { id: await world.bogusLead(account) },
    reachesNone,
  }),
  'transfers.bogusLeads': nothing,
  'tasks.list': () => ({ path: { list: 'today' } }),
  'tasks.counts': nothing,
  'tasks.reminders': nothing,
  'tasks.create': aboutLead({ task_type: 'phone_call', subject: 'Call about Saturday' }),
  'tasks.update': aboutTask({ subject: 'Call about Sunday' }),
  'tasks.updateAutomated': aboutTask({ subject: 'Welcome' }, { type: 'auto_email' }),
  'tasks.complete': aboutTask(),
  'tasks.reopen': aboutTask(),
  'tasks.completeOverdueCalls': aboutLead(),
  'tasks.completeOverdue': async (world, account) => ({
    path: {
      agentId: await world.one(
        `SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id
         WHERE u.email IN ($1, 'agent@keyturn.test') ORDER BY u.email = $1 DESC LIMIT 1`,
        [`${account}@keyturn.test`],
      ),
    },
    reachesNone,
  }),
  'tasks.remove': aboutTask(),
  'tasks.restore': aboutTask({}, { deleted: new Date() }),
  'tasks.daily': async (world, account) => ({
    body: { lead_id: await world.lead(account), task_type: 'phone_call' },
    reachesNone,
  }),
  'views.list': nothing,
  'views.create': body({ name: 'Mine', list: 'leads' }),
  'views.sharing': nothing,
  'views.order': body({ ids: [1] }),
  'views.update': aboutView({ name: 'Ours' }),
  'views.remove': aboutView(),
  'views.restore': aboutView({}, true),
  'imports.upload': () => {
    const form = new FormData()
    form.set('start', '0')
    form.set('file', new Blob(['First name,Email\nAda,ada@people.test\n']), 'people.csv')
    return { form }
  },
  'imports.list': nothing,
  'imports.get': aboutImport('waiting'),
  'imports.start': aboutImport('waiting'),
  'imports.cancel': aboutImport('waiting'),
  'imports.undo': aboutImport('done'),
  'imports.failedRows': aboutImport('done'),
  'imports.merges': aboutImport('done'),
  'imports.mergedRows': aboutImport('done'),
  'exports.create': async (world, account) => ({ body: { selected: [await world.lead(account)] } }),
  'exports.list': nothing,
  'exports.get': aboutExport,
  'exports.cancel': aboutExport,
  'duplicates.list': nothing,
  'duplicates.count': nothing,
  'duplicates.ofLead': aboutLead(),
  'duplicates.dismiss': aboutPair,
  'duplicates.offerAgain': aboutPair,
  'duplicates.compare': async (world, account) => ({
    path: { id: await world.lead(account) },
    body: { with: await world.lead(account) },
    reachesNone,
  }),
  'duplicates.merge': async (world, account) => ({
    path: { id: await world.lead(account) },
    body: { with: await world.lead(account) },
    reachesNone,
  }),
  'duplicates.merges': nothing,
  'duplicates.undo': aboutMerge,
  'audit.list': nothing,
}

/** Calls that have no record to ask about in a fresh installation; the fuzz test runs their handlers. */
export const withoutRecords: readonly string[] = [
  'outbox.get',
  'outbox.source',
  'outbox.attachment',
  'exports.file',
  'imports.preview',
]
