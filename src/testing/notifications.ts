import type { NotificationKind } from '../features/notifications/server/commands/kinds.ts'
import { registerKinds } from '../features/notifications/server/commands/kinds.ts'
import { type NotificationOf, notify } from '../features/notifications/server/commands/notify.ts'
import { deliverNotification } from '../features/notifications/server/jobs/deliver.ts'
import { type DemoMail, serveDemoMail, type TakenMail } from '../integrations/mail/fake.ts'
import { type DemoOneSignal, serveDemoOneSignal } from '../integrations/onesignal/fake.ts'
import { type DemoTwilio, serveDemoTwilio } from '../integrations/twilio/fake.ts'
import { type DemoPushService, serveDemoPush } from '../integrations/web-push/fake.ts'
import type { JobContext } from '../platform/server/context.ts'
import { runTransaction } from '../platform/server/database/transaction.ts'
import { idle, personAtWork } from './brokerage.ts'
import { openTestOffice, type TestOffice } from './office.ts'
import type { TestClient, TestServer } from './server.ts'

const kind = (fields: Partial<NotificationKind>): NotificationKind => ({
  name: 'tried',
  label: 'Tried things',
  icon: 'bell',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: null,
  ...fields,
})

/** Kinds of notifications as features have them. */
export const testKinds = {
  plain: kind({}),
  escalating: kind({ name: 'escalating', fallback: { channel: 'text', seconds: 30 } }),
  byEmail: kind({ name: 'mailed', defaults: { screen: true, push: false, text: false, email: true } }),
  urgent: kind({ name: 'urgent', isUrgent: true }),
  forAdmins: kind({ name: 'office', right: 'is_admin' }),
}

/** Noon in Toronto, when nobody's hours are quiet. */
const NOON = new Date('2026-11-20T17:00:00Z')

/** A browser as its push service knows it, with the id of its device here. */
export interface TestBrowser {
  endpoint: string
  id: number
}

/** An office with all that notifications go to, each over a socket. Nobody works the queue: a test says when. */
export interface TestNotifications {
  office: TestOffice
  push: DemoPushService
  phones: DemoOneSignal
  twilio: DemoTwilio
  mails: TakenMail[]
  /** A status that the push service answers; `null` for its own. */
  answerPush(status: number | null): void
  context(): JobContext
  /** Notifies `agent` of something new. */
  raise(given?: Partial<NotificationOf>): Promise<void>
  deliveries(): ReturnType<TestOffice['rows']>
  /** Works off all deliveries, as if their time had come. */
  work(): Promise<void>
  subscribe(client?: TestClient): Promise<TestBrowser>
  /** Titles of what a browser was shown. */
  titles(browser: TestBrowser): string[]
  /** Has the service worker of a browser report about the last push. */
  report(browser: TestBrowser, step: string): Promise<Response>
  /** At noon, with nothing that a test before left. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Opens it. */
export async function openNotifications(): Promise<TestNotifications> {
  const mails: TakenMail[] = []
  let fault: number | null = null
  const push = await serveDemoPush({ fault: () => fault })
  const phones = await serveDemoOneSignal()
  const twilio = await serveDemoTwilio()
  const mail: DemoMail = await serveDemoMail({ onMail: async one => void mails.push(one) })
  const office = await openTestOffice(null, { KEYTURN_ROLE: 'web', KEYTURN_PUSH_PRIVATE_HOSTS: push.host })
  registerKinds([{ notificationKinds: Object.values(testKinds) }])
  const { server, rows } = office
  const context = () =>
    jobContext(server, {
      mailUrl: mail.url,
      twilio: twilio.account,
      oneSignal: phones.app,
      pushPrivateHosts: [push.host],
    })
  const deliveries = () =>
    rows(`SELECT id, channel, state, problem, is_fallback, due_at FROM notification_deliveries ORDER BY id`)
  let causes = 0
  return {
    office,
    push,
    phones,
    twilio,
    mails,
    context,
    deliveries,
    answerPush(status) {
      fault = status
    },
    raise: (given = {}) =>
      context().transaction(ctx =>
        notify(ctx, {
          to: { users: [office.userId('agent')] },
          kind: testKinds.plain,
          title: 'Ada Lovelace texted you',
          body: 'Is it still there?',
          path: '/leads/Ada_Lovelace_1',
          cause: `thing ${++causes}`,
          ...given,
        }),
      ),
    async work() {
      for (const { id } of await deliveries()) await deliverNotification.run(context(), { delivery_id: id })
    },
    subscribe: (client = office.agent) => subscribeBrowser(client, push),
    titles: browser => push.shown(browser).map(({ payload }) => (payload as { title: string }).title),
    report(browser, step) {
      const { receipt: token } = (push.shown(browser).at(-1)?.payload ?? {}) as { receipt?: string }
      return office.agent.raw('hooks/push/receipt', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, step }),
      })
    },
    async reset() {
      fault = null
      mails.length = 0
      server.clock.now = NOON
      await rows('DELETE FROM notifications')
      await rows('DELETE FROM notification_settings')
      await rows('DELETE FROM notification_preferences')
      await rows('DELETE FROM push_devices')
      await rows('DELETE FROM notification_digests')
      await rows('UPDATE users SET phone = NULL, is_active = true')
      await rows('UPDATE sessions SET is_native_app = false, revoked_at = NULL')
    },
    async close() {
      await Promise.all([push.close(), phones.close(), twilio.close(), mail.close()])
      await server.close()
    },
  }
}

async function subscribeBrowser(client: TestClient, push: DemoPushService): Promise<TestBrowser> {
  const { endpoint, p256dh, auth } = push.subscribe()
  const answer = await client.post('notifications/devices', { endpoint, p256dh, auth })
  if (answer.http !== 200) throw new Error(`The browser was refused: ${JSON.stringify(answer)}`)
  return { endpoint, id: Number(answer.data.id) }
}

/** What a job of a server runs with whose queue nobody works. `config` leads to what stands in for providers. */
function jobContext(server: TestServer, config: Partial<JobContext['config']>): JobContext {
  const { database } = server
  const base = personAtWork(database, { user_id: 1, agent_id: null, rights: [], reach: [] }).reading
  const context = { ...base, now: server.clock.now ?? new Date(), config: { ...base.config, ...config } }
  const owner = { call: 'test', viewer: null, actor: null, request: null, input: null }
  return {
    ...context,
    signal: AbortSignal.timeout(60_000),
    transaction: work => runTransaction({ database, running: idle }, context, owner, work),
  }
}
