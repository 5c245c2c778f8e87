import type { AlertFrequency, Search } from '../../features/alerts/contract/alerts.ts'
import { searchOf } from '../../features/alerts/rules/search.ts'
import { addAlert } from '../../features/alerts/server/commands/change.ts'
import { matchAlerts, sendDueAlerts } from '../../features/alerts/server/jobs/dueAlerts.ts'
import { sendAlert } from '../../features/alerts/server/jobs/sendAlert.ts'
import { recordConsents } from '../../features/consent/server/commands.ts'
import { receiveListings } from '../../features/listings/server/commands.ts'
import type { IncomingListing } from '../../features/listings/server/queries/replication.ts'
import { type DemoMail, serveDemoMail } from '../../integrations/mail/fake.ts'
import { parseMail } from '../../integrations/mail/parse.ts'
import type { Config } from '../../platform/server/config.ts'
import type { Change, JobContext, JobName } from '../../platform/server/context.ts'
import type { Database } from '../../platform/server/database/database.ts'
import { runTransaction } from '../../platform/server/database/transaction.ts'
import { makeLog } from '../../platform/server/logs.ts'
import { addAgent, addArea, agentAtWork, type TestPerson } from '../brokerage.ts'
import { testConfig } from '../config.ts'
import { openTestDatabase } from '../database.ts'
import { addRow, type ReadRows, rowsOf } from '../rows.ts'

const jobs = [matchAlerts, sendDueAlerts, sendAlert]

/** A Saturday, 10:00 in Toronto. */
export const SATURDAY = new Date('2026-11-21T15:00:00Z')

let serial = 0

/** A home as the listing service brings it: new on the market, in Fort York. */
export const home = (more: Partial<IncomingListing> = {}): IncomingListing => ({
  mls_number: `C${++serial}`,
  status: 'active',
  offer: 'sale',
  property_type: 'Condo Apartment',
  price: 70_000_000,
  address: `${serial} Fleet St`,
  unit: null,
  city: 'Toronto',
  neighbourhood: 'Fort York',
  postal_code: '',
  building_key: null,
  building_name: '',
  beds: 2,
  beds_plus: 0,
  baths: 1,
  sqft: 700,
  description: 'Sun-filled corner loft with parking.',
  brokerage: 'Keyturn Realty',
  lat: null,
  lng: null,
  listed_at: SATURDAY.toISOString(),
  modified_at: SATURDAY.toISOString(),
  ...more,
})

/** A lead of the engine's agent. */
export interface EngineLead {
  id: number
  agent_id: number
  zone: string
  email: string
}

/** The alerts of a brokerage at work: listings come in, jobs run when a test says so, and e-mails arrive at a server of its own. */
export class AlertEngine {
  now = SATURDAY
  config: Config
  /** Jobs wait until somebody works; a job that fails stays. */
  queue: { name: string; data: object }[] = []
  readonly taken: { to: readonly string[]; source: Buffer }[] = []
  readonly database: Database
  readonly agent: TestPerson
  readonly areas: { toronto: number; fort: number; ajax: number }
  readonly #mail: DemoMail

  private constructor(
    database: Database,
    agent: TestPerson,
    areas: AlertEngine['areas'],
    mail: DemoMail,
    taken: AlertEngine['taken'],
  ) {
    this.database = database
    this.agent = agent
    this.areas = areas
    this.taken = taken
    this.#mail = mail
    this.config = testConfig({
      KEYTURN_LOG: 'silent',
      KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test',
      MAIL_URL: mail.url,
    })
  }

  static async start(): Promise<AlertEngine> {
    const database = await openTestDatabase()
    const taken: AlertEngine['taken'] = []
    const mail = await serveDemoMail({ onMail: async one => void taken.push(one) })
    const agent = agentAtWork(database, await addAgent(database, 'Noor'))
    const toronto = await addArea(database, 'locality', 'Toronto')
    const old = await addArea(database, 'sublocality', 'Old Toronto', toronto)
    const areas = {
      toronto,
      fort: await addArea(database, 'neighbourhood', 'Fort York', old),
      ajax: await addArea(database, 'locality', 'Ajax'),
    }
    return new AlertEngine(database, agent, areas, mail, taken)
  }

  async close(): Promise<void> {
    await this.#mail.close()
    await this.database.close()
  }

  /** Forgets alerts, e-mails and jobs of the test before. */
  async reset(): Promise<void> {
    this.now = SATURDAY
    this.taken.length = 0
    this.queue = []
    await this.rows('DELETE FROM alerts')
    await this.rows('DELETE FROM sendings')
  }

  readonly #base = () => ({ now: this.now, log: makeLog(testConfig({ KEYTURN_LOG: 'silent' })), config: this.config })

  readonly transaction = async <Result>(work: (ctx: Change) => Promise<Result>): Promise<Result> => {
    const put: AlertEngine['queue'] = []
    const enqueue = async <Data extends object>(job: JobName<Data>, data: Data) =>
      void put.push({ name: job.name, data })
    const owner = { call: 'test', viewer: null, actor: null, request: null, input: null }
    const result = await runTransaction({ database: this.database, running: null }, this.#base(), owner, ctx =>
      work({ ...ctx, enqueue }),
    )
    this.queue.push(...put)
    return result
  }

  readonly jobContext = (): JobContext => ({
    ...this.#base(),
    db: this.database.db,
    transaction: this.transaction,
    signal: new AbortController().signal,
  })

  readonly run = (name: string, data: object) => jobs.find(job => job.name === name)?.run(this.jobContext(), data)

  /** Runs jobs until none is left. */
  readonly work = async (): Promise<void> => {
    for (let next = this.queue.shift(); next; next = this.queue.shift()) await this.run(next.name, next.data)
  }

  /** What the minute of a moment brings. */
  readonly tick = async (at: string): Promise<void> => {
    this.now = new Date(at)
    await this.run('send-due-alerts', {})
    await this.work()
  }

  readonly bring = async (...listings: IncomingListing[]): Promise<void> => {
    await this.transaction(ctx => receiveListings(ctx, listings))
    await this.work()
  }

  readonly rows: ReadRows = (sql, values) => rowsOf(this.database)(sql, values)

  readonly addLead = async ({ zone = 'America/Toronto', consent = true } = {}): Promise<EngineLead> => {
    const lead = await addRow(this.rows, 'leads', {
      first_name: 'Ana',
      last_name: 'Reis',
      email: `ana${++serial}@people.test`,
      agent_id: this.agent.viewer.agent_id,
      zone,
    })
    if (consent)
      await this.transaction(ctx =>
        recordConsents(ctx, [{ lead_id: lead.id, channel: 'email', kind: 'express', source: 'Form' }]),
      )
    return lead
  }

  readonly addSearch = (
    lead: EngineLead,
    search: Partial<Search> = {},
    alert_frequency: AlertFrequency = 1,
  ): Promise<number> =>
    this.transaction(ctx =>
      addAlert(ctx, lead, {
        kind: search.buildings ? 'building' : 'listing',
        name: 'Near work',
        alert_frequency,
        search: searchOf({ offer: 'sale', ...search }),
      }),
    )

  /** What arrived, in the order in which it did. */
  readonly sent = () =>
    Promise.all(this.taken.map(async ({ to, source }) => ({ ...(await parseMail(source)), to, raw: String(source) })))
}
