import { vi } from 'vitest'
import { credentialSecrets } from '../../features/people/server/commands/credentials.ts'
import { FAKE_SCOPES, type FakeApi, type FakeGoogle, serveFakeGoogle } from '../../integrations/google/fake.ts'
import type { Change, JobContext, ReadContext } from '../../platform/server/context.ts'
import { personAtWork } from '../brokerage.ts'
import { testConfig } from '../config.ts'
import { openTestOffice, type TestOffice } from '../office.ts'

/** A running product beside a stand-in of Google, and the context in which its jobs talk to it. */
export interface GoogleOffice extends TestOffice {
  google: FakeGoogle
  /** The variables that lead a process to the stand-in. */
  googleEnvironment: Readonly<Record<string, string>>
  /** The context of a job. Nobody works the queue of its transactions: what they put in is forgotten. */
  working: Pick<ReadContext, 'db' | 'now' | 'config' | 'log'> & Pick<JobContext, 'signal' | 'transaction'>
  /** Connects the account of somebody as a consent does; its address is theirs in the product. */
  connect(account: string): Promise<void>
  closeAll(): Promise<void>
}

/** Starts both; `more` of what the process would read. */
export async function openGoogleOffice(
  apis: readonly FakeApi[] = [],
  more: Record<string, string> = {},
): Promise<GoogleOffice> {
  const google = await serveFakeGoogle(apis)
  const { clientId, clientSecret } = google.service
  const googleEnvironment = {
    GOOGLE_API_URL: google.url,
    IDENTITY_CLIENT_ID: clientId,
    IDENTITY_CLIENT_SECRET: clientSecret,
  }
  const environment = { ...googleEnvironment, ...more }
  const office = await openTestOffice(undefined, environment)
  const config = testConfig({ KEYTURN_LOG: 'silent', ...environment })
  let consents = 0
  const person = personAtWork(office.server.database, {
    user_id: office.userId('agent'),
    agent_id: office.agentId('agent'),
    rights: ['signed_in'],
    reach: [],
  })
  return {
    ...office,
    google,
    googleEnvironment,
    get working() {
      const transaction = <Result>(work: (ctx: Change) => Promise<Result>) =>
        person.writing(ctx => work({ ...ctx, config, author: null }))
      return { ...person.reading, config, signal: new AbortController().signal, transaction }
    },
    async connect(account) {
      const email = `${account}@keyturn.test`
      google.tokens.restore(email)
      await office.rows(
        `INSERT INTO identity_credentials (user_id, email, refresh_token) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET refresh_token = excluded.refresh_token, access_token = NULL, problem = NULL,
           problem_at = NULL, disconnected = '{}'`,
        [office.userId(account), email, credentialSecrets(config).seal(`consent ${++consents}`)],
      )
    },
    async closeAll() {
      await office.server.close()
      await google.close()
    },
  }
}

/** Has the calendars of these accounts synchronized, from the beginning. */
export async function connectCalendars(office: GoogleOffice, accounts: readonly ('agent' | 'agent2')[]): Promise<void> {
  for (const account of accounts) {
    const user = office.userId(account)
    await office.connect(account)
    await office.rows('UPDATE users SET google_scopes = $2 WHERE id = $1', [user, Object.values(FAKE_SCOPES)])
    await office.rows('INSERT INTO calendar_accounts (user_id) VALUES ($1)', [user])
    await office[account].post('calendar-sync/run')
  }
  await calendarsSettled(office)
}

/** Waits until nothing is left to do for any calendar, in any process. */
export const calendarsSettled = ({ rows }: Pick<TestOffice, 'rows'>): Promise<void> =>
  vi.waitFor(
    async () => {
      const [left] = await rows(
        `SELECT EXISTS (SELECT FROM calendar_outbox WHERE problem IS NULL OR due_at <= now())
             OR EXISTS (SELECT FROM calendar_accounts WHERE lease IS NOT NULL OR (is_on AND is_pull_asked))
             OR EXISTS (SELECT FROM pgboss.job WHERE name = 'sync-calendar' AND state IN ('created', 'active', 'retry'))
           AS has_more`,
      )
      if (left.has_more) throw new Error('Calendars are still being synchronized.')
    },
    { timeout: 60_000, interval: 100 },
  )

/** Tomorrow at six in the evening, UTC, and other hours from there. */
export const tomorrowAt = (hours: number): string => {
  const today = new Date(new Date().toISOString().slice(0, 10)).getTime()
  return new Date(today + (24 + 18 + hours) * 3_600_000).toISOString()
}
