import { afterAll, beforeAll, beforeEach } from 'vitest'
import { Definition } from '../../features/automations/contract/definition.ts'
import type { AutomationState } from '../../features/automations/contract/records.ts'
import { advanceDue } from '../../features/automations/server/commands/advance.ts'
import { createAutomation } from '../../features/automations/server/commands/edit.ts'
import { startPending } from '../../features/automations/server/commands/start.ts'
import { sweepClock } from '../../features/automations/server/commands/sweep.ts'
import { writeState } from '../../features/automations/server/queries/automations.ts'
import { recordConsents } from '../../features/consent/server/commands.ts'
import { changeStatuses } from '../../features/leads/server/commands/change.ts'
import type { Change, JobContext, ReadContext, WriteContext } from '../../platform/server/context.ts'
import type { Database } from '../../platform/server/database/database.ts'
import { addAgent, adminAtWork, agentAtWork, type TestPerson } from '../brokerage.ts'
import { testConfig } from '../config.ts'
import { openTestDatabase } from '../database.ts'
import { addRow, type ReadRows, rowsOf } from '../rows.ts'

/** A Friday, 14:20 in Toronto. */
export const START = new Date('2026-11-20T19:20:00Z')
/** Milliseconds. */
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** So many milliseconds after `START`. */
export const later = (ms: number): Date => new Date(START.getTime() + ms)
/** What a template of an e-mail was rendered to. */
export const rendered = { mail_html: '<p>Hi</p>', mail_text: 'Hi' }

/** Steps one after the other, as tests write them; each gets an id from its place, and names the one behind it. */
export function inOrder(...steps: object[]): { start: string | null; steps: object[] } {
  const idOf = (place: number) => `s${place + 1}`
  return {
    start: steps.length > 0 ? idOf(0) : null,
    steps: steps.map((step, place) => ({
      id: idOf(place),
      ...('kind' in step && step.kind === 'end' ? {} : { next: place + 1 < steps.length ? idOf(place + 1) : null }),
      ...step,
    })),
  }
}

export const callTask = { kind: 'create_task', task_type: 'phone_call', subject: 'Call', content: '', due_minutes: 0 }
export const addsTag = (tag_id: number) => ({ kind: 'add_tag', tag_id })

/** A brokerage with an agent and an administrator, whose clock stands still until it is moved. */
export interface AutomationWorld {
  rows: ReadRows
  agent: TestPerson
  admin: TestPerson
  clock: { now: Date }
  /** Changes something by hand of the administrator. */
  change<Result>(work: (ctx: WriteContext) => Promise<Result>): Promise<Result>
  reading(): ReadContext
  /** What a job gets. */
  job(): JobContext
  addLead(fields?: Record<string, unknown>): Promise<number>
  addTag(name: string): Promise<number>
  /** Changes the status of a lead, which starts what waits for that. */
  setStatus(lead: number, status: number): Promise<unknown>
  /** Adds an automation and switches it on; what is left out is a call task for each new lead. */
  add(
    definition?: object,
    options?: { name?: string; agent_id?: number | null; state?: AutomationState },
  ): Promise<number>
  /** Does what a worker does until nothing is due. */
  work(): Promise<void>
  workAt(at: Date | string): Promise<void>
  /** "step: state text" of each run of a lead, in order. */
  log(lead: number): Promise<string[]>
  runs(automation: number): Promise<Awaited<ReturnType<ReadRows>>>
  /** The first run of an automation. */
  only(automation: number): Promise<Awaited<ReturnType<ReadRows>>[number]>
  /** All tasks of a lead, in order. */
  tasks(lead: number): Promise<Awaited<ReturnType<ReadRows>>>
}

/** Opens it for the tests of a file or a `describe`, each of which begins without an automation. `begin`: what the clock shows then. */
export function automationWorld(begin: () => Date = () => START): AutomationWorld {
  let database: Database
  // Tests read it when it has been opened; hooks are all that can wait for a database.
  const world = {} as AutomationWorld
  beforeAll(async () => {
    database = await openTestDatabase()
    Object.assign(world, await openAutomationWorld(database))
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    world.clock.now = begin()
    await world.rows('DELETE FROM automations')
    await world.rows('DELETE FROM automation_events')
  })
  return world
}

let serial = 0

async function logOf(rows: ReadRows, lead: number): Promise<string[]> {
  const found = await rows(
    `SELECT s.step_id, s.state, s.text FROM automation_run_steps s JOIN automation_runs r ON r.id = s.run_id
     WHERE r.lead_id = $1 ORDER BY r.id, s.id`,
    [lead],
  )
  return found.map(({ step_id, state, text }) => `${step_id}: ${state} ${text}`)
}

/** A lead who may be written to in every way. */
const consentsOf = (lead_id: number) =>
  (['email', 'text'] as const).map(channel => ({ lead_id, channel, kind: 'express' as const, source: 'Form' }))

/** Makes it in a test database. */
async function openAutomationWorld(database: Database): Promise<AutomationWorld> {
  const rows = rowsOf(database)
  const agent = agentAtWork(database, await addAgent(database, 'Maya'))
  const { id } = await addRow(rows, 'users', { email: 'office@people.test', first_name: 'Olga', last_name: 'Office' })
  const admin = adminAtWork(database, id)
  const clock = { now: START }
  const config = testConfig({
    KEYTURN_LOG: 'silent',
    KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test',
    KEYTURN_POSTAL_ADDRESS: '1 Test St, Toronto',
    KEYTURN_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
  })
  const change = <Result>(work: (ctx: WriteContext) => Promise<Result>): Promise<Result> =>
    admin.writing(ctx => work({ ...ctx, now: clock.now, config }))
  const asWorker = <Result>(work: (ctx: Change) => Promise<Result>): Promise<Result> =>
    change(ctx => work({ ...ctx, author: null }))
  const work = async () => {
    await asWorker(sweepClock)
    while ((await asWorker(ctx => startPending(ctx, 50))) + (await asWorker(ctx => advanceDue(ctx, 20))) > 0);
  }
  const runs = (automation: number) =>
    rows('SELECT * FROM automation_runs WHERE automation_id = $1 ORDER BY id', [automation])
  return {
    rows,
    agent,
    admin,
    clock,
    change,
    work,
    reading: () => ({ ...admin.reading, now: clock.now, config }),
    job: () => ({
      ...admin.reading,
      now: clock.now,
      config,
      transaction: asWorker,
      signal: new AbortController().signal,
    }),
    async addLead(fields = {}) {
      const lead = await addRow(rows, 'leads', {
        first_name: 'Soo-jin',
        last_name: `No${++serial}`,
        email: `soojin${serial}@people.test`,
        phone: `+1416555${String(1000 + serial)}`,
        agent_id: agent.viewer.agent_id,
        created_at: clock.now,
        ...fields,
      })
      await change(ctx => recordConsents(ctx, consentsOf(lead.id)))
      return lead.id
    },
    addTag: async name => (await addRow(rows, 'tags', { name: `${name} ${++serial}` })).id,
    async add(given = {}, { name = `Automation ${++serial}`, agent_id = null, state = 'on' } = {}) {
      const definition = Definition.parse({
        trigger: { kind: 'status_changed' },
        filters: {},
        goal: null,
        again: 'after_end',
        ...inOrder(callTask),
        ...given,
      })
      return change(async ctx => {
        const added = await createAutomation(ctx, { name, agent_id }, definition)
        await writeState(ctx, added, { state })
        return added
      })
    },
    async workAt(at) {
      clock.now = new Date(at)
      await work()
    },
    log: lead => logOf(rows, lead),
    setStatus: (lead, status) => change(ctx => changeStatuses(ctx, [lead], status)),
    runs,
    only: async automation => (await runs(automation))[0],
    tasks: lead => rows('SELECT * FROM tasks WHERE lead_id = $1 ORDER BY id', [lead]),
  }
}
