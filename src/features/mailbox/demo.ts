import { sql } from 'kysely'
import { type FakeMail, fakeGmail, serveFakeDoor } from '../../integrations/gmail/fake.ts'
import { type FakeApi, fakeStateOf, serveFakeGoogle } from '../../integrations/google/fake.ts'
import type { Demo, DemoHost, DemoPart, DemoProvider } from '../../platform/demo/part.ts'
import type { Config } from '../../platform/server/config.ts'

/** Whose mailbox the demo fills, and for how many of their leads. */
const OWNER = 'agent@keyturn.test'
const WRITING = 8
/** Messages that have nothing to do with leads. */
const OTHERS = 60
const DAY = 86_400_000
/** How pushes of the demo are signed. */
const PUSH = {
  topic: 'projects/demo/topics/gmail',
  account: 'push@demo.keyturn.test',
  audience: '/crm/hooks/google/gmail',
}

/** Mailboxes of the agents, and a stand-in of Gmail that has their messages. */
export const demo: DemoPart = { addDailyWork: openMailboxes, provide }

async function openMailboxes({ db, now }: Demo): Promise<void> {
  await sql`
    INSERT INTO mailboxes (user_id, email, connected_at)
    SELECT c.user_id, c.email, ${now} FROM identity_credentials c WHERE c.email IS NOT NULL
    ON CONFLICT DO NOTHING`.execute(db)
}

async function provide(config: Config, host: Promise<DemoHost>): Promise<DemoProvider | null> {
  if (config.google !== null) return null
  const known: { mails: FakeMail[] } = { mails: [] }
  const ready = host
    .then(({ transaction }) => transaction('demo mailbox', ({ db }) => readMails(db, known)))
    .catch(() => {})
  const gmail = fakeGmail(email => (email === OWNER ? [...known.mails, ...others()] : []))
  const afterReady: FakeApi = async (...asked) => {
    await ready
    return gmail.api(...asked)
  }
  const { url, close } = await serveFakeGoogle([afterReady, serveFakeDoor(gmail)], fakeStateOf(config))
  return {
    config: { gmailUrl: `${url}/gmail/v1`, gmailPush: { ...PUSH, certsUrl: `${url}/oauth2/v3/certs` } },
    close,
  }
}

const others = (): FakeMail[] =>
  Array.from({ length: OTHERS }, (_, place) => ({
    id: `news-${place}`,
    from: 'Board bulletin <bulletin@board.test>',
    to: OWNER,
    subject: `Bulletin ${place + 1}`,
    text: 'News of the board.',
    at: new Date(Date.now() - (place + 2) * DAY),
  }))

/** Conversations of the last weeks with leads of the owner. */
async function readMails(db: Demo['db'], known: { mails: FakeMail[] }): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    SELECT l.id, trim(l.first_name || ' ' || l.last_name) AS name, l.email FROM leads l
    JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id
    WHERE u.email = ${OWNER} AND l.email IS NOT NULL AND l.deleted_at IS NULL AND NOT l.is_bogus
    ORDER BY l.lead_score DESC, l.id LIMIT ${WRITING}`.execute(db)
  known.mails = rows.flatMap(({ id, name, email }, place) => {
    const at = (days: number) => new Date(Date.now() - (place + days) * DAY)
    const lead = `${name} <${email}>`
    return [
      {
        id: `lead-${id}-1`,
        from: OWNER,
        to: lead,
        subject: 'Homes for you',
        text: `Hi, I found two homes that fit.`,
        labels: ['SENT'],
        at: at(4),
      },
      {
        id: `lead-${id}-2`,
        from: lead,
        to: OWNER,
        subject: 'Re: Homes for you',
        text: 'The second one looks great. Is parking included?',
        at: at(3),
      },
    ]
  })
}
