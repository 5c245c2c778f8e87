import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { StepFields } from '../../features/campaigns/contract/records.ts'
import { createCampaign } from '../../features/campaigns/server/commands/edit.ts'
import { runDueSteps } from '../../features/campaigns/server/commands/run.ts'
import { type Started, startCampaign } from '../../features/campaigns/server/commands/start.ts'
import { recordConsents } from '../../features/consent/server/commands.ts'
import type { WriteContext } from '../../platform/server/context.ts'
import type { Database } from '../../platform/server/database/database.ts'
import { addAgent, agentAtWork, type TestPerson } from '../brokerage.ts'
import { testConfig } from '../config.ts'
import { openTestDatabase } from '../database.ts'
import { addRow, type ReadRows, rowsOf } from '../rows.ts'

/** A Friday, 14:20 in Toronto: when the clock of each test begins. */
export const START = new Date('2026-11-20T19:20:00Z')
/** Milliseconds. */
export const DAY = 86_400_000

/** Steps of each kind, as the first of a campaign. */
export const email: StepFields = {
  step_type: 'auto_email',
  name: 'Hello',
  subject: 'Hi {{lead_first_name}}',
  content: '<p>Homes</p>',
}
export const text: StepFields = {
  step_type: 'auto_text',
  name: 'Text',
  content: 'Good {{time_of_day}} {{lead_first_name}}',
}
export const call: StepFields = {
  step_type: 'phone_call',
  name: 'First call',
  content: 'Ask {{lead_first_name}} about the area',
}

/** The step so many days, or other periods, behind the one before it. */
export const behind = (step: StepFields, delay_value: number, more: Partial<StepFields> = {}): StepFields => ({
  ...step,
  delay_value,
  ...more,
})

type Found = Awaited<ReturnType<ReadRows>>

/** The engine of campaigns on a bare database, with a clock that tests move. */
interface CampaignEngine {
  rows: ReadRows
  person(): TestPerson
  setNow(at: string | Date): void
  change<Result>(work: (ctx: WriteContext) => Promise<Result>): Promise<Result>
  /** Adds a lead of the agent who may be written to. */
  addLead(fields?: Record<string, unknown>): Promise<number>
  /** Adds a campaign that is switched on. */
  addCampaign(steps: StepFields[], fields?: object): Promise<number>
  start(campaign: number, ...leadIds: number[]): Promise<Started | null>
  /** Runs what is due, as a worker does. */
  work(): Promise<void>
  workAt(at: string | Date): Promise<void>
  stepsOf(lead: number): Promise<Found>
  /** Each step with what became of it. */
  states(lead: number): Promise<string[]>
  /** When the steps are due that wait. */
  waiting(lead: number): Promise<string[]>
  /** The newest instance. */
  instanceOf(lead: number): Promise<Found[number]>
  sendings(lead: number): Promise<Found>
  /** Tasks that are not deleted. */
  tasks(lead: number): Promise<Found>
}

/** Opens it for the tests of a `describe`, each of which begins without a campaign. */
export function campaignEngine(): CampaignEngine {
  let database: Database
  let maya: TestPerson
  let read: ReadRows
  let now = START
  let serial = 0
  beforeAll(async () => {
    database = await openTestDatabase()
    read = rowsOf(database)
    maya = agentAtWork(database, await addAgent(database, 'Maya'))
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    now = START
    await read('DELETE FROM campaigns')
  })

  const config = testConfig({
    KEYTURN_LOG: 'silent',
    KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test',
    KEYTURN_POSTAL_ADDRESS: '1 Test St, Toronto',
  })
  const rows: ReadRows = (...query) => read(...query)
  const change: CampaignEngine['change'] = work => maya.writing(ctx => work({ ...ctx, now, config }))
  const addLead = async (fields: Record<string, unknown> = {}): Promise<number> => {
    const { id } = await addRow(rows, 'leads', {
      first_name: 'Soo-jin',
      email: `soojin${++serial}@people.test`,
      phone: `+1416555${String(1000 + serial)}`,
      agent_id: maya.viewer.agent_id,
      ...fields,
    })
    await change(ctx =>
      recordConsents(
        ctx,
        (['email', 'text'] as const).map(channel => ({ lead_id: id, channel, kind: 'express', source: 'Form' })),
      ),
    )
    return id
  }
  const work = async (): Promise<void> => {
    while ((await change(ctx => runDueSteps(ctx, 50))) > 0);
  }
  const stepsOf = (lead: number) =>
    rows(
      `SELECT st.name, r.state, r.occurrence, r.reason, r.due_at FROM campaign_instance_steps r
       JOIN campaign_instances i ON i.id = r.instance_id JOIN campaign_steps st ON st.id = r.step_id
       WHERE i.lead_id = $1 ORDER BY r.id`,
      [lead],
    )
  return {
    rows,
    person: () => maya,
    setNow(at) {
      now = new Date(at)
    },
    change,
    addLead,
    addCampaign: (steps, fields = {}) =>
      change(ctx => createCampaign(ctx, { name: `Campaign ${++serial}`, ...fields }, { isOn: true, steps })),
    start: (campaign, ...leadIds) => change(ctx => startCampaign(ctx, campaign, { leadIds, how: 'by_hand' })),
    work,
    workAt(at) {
      now = new Date(at)
      return work()
    },
    stepsOf,
    states: async lead => (await stepsOf(lead)).map(({ name, state }) => `${name}: ${state}`),
    waiting: async lead =>
      (await stepsOf(lead)).flatMap(({ state, due_at }) => (state === 'waiting' ? new Date(due_at).toISOString() : [])),
    instanceOf: async lead =>
      (await rows('SELECT * FROM campaign_instances WHERE lead_id = $1 ORDER BY id DESC', [lead]))[0],
    sendings: lead => rows('SELECT * FROM sendings WHERE lead_id = $1 ORDER BY id', [lead]),
    tasks: lead => rows('SELECT * FROM tasks WHERE lead_id = $1 AND deleted_at IS NULL ORDER BY id', [lead]),
  }
}
