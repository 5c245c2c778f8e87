import { subHours } from 'date-fns'
import { sql } from 'kysely'
import { fakeTokensOf, serveFakeDotloop } from '../../../integrations/dotloop/fake.ts'
import type { FakeSubscription } from '../../../integrations/dotloop/fakeSubscriptions.ts'
import { LOOP_EVENTS } from '../../../integrations/dotloop/subscriptions.ts'
import type { Demo, DemoHost, DemoPart, DemoProvider } from '../../../platform/demo/part.ts'
import type { Config } from '../../../platform/server/config.ts'
import type { Change } from '../../../platform/server/context.ts'
import type { StoredSubscription } from '../server/queries/subscriptions.ts'
import { sealedTokens } from '../server/remote/access.ts'
import { hookAddress, keySecrets } from '../server/remote/subscribe.ts'
import { DEMO_AUTHORIZE_PATH } from '../server/webhooks.ts'
import { DEMO_LOOPS, demoLoops, type LoopPerson } from './loops.ts'
import { loopOfDeal, type TiedDeal } from './tied.ts'

/** The agent whose loops the demo has. A colleague can be connected, and has none. */
const OWNER = 'agent@keyturn.test'
const PROFILE = 4711

/** An account of the loop service that the agent connected, and a service that stands in for it. */
export const demo: DemoPart = { addDailyWork: connectOwner, provide }

/** The loop of a deal that was imported some days ago, and changed today. */
const TIED_LOOP = 41_299_001

async function connectOwner(demo: Demo): Promise<void> {
  await connectAccount(demo)
  const { db, now } = demo
  const [readAt, changedAt] = [subHours(now, 9 * 24), subHours(now, 5)]
  await sql`
    INSERT INTO loop_deals (profile_id, loop_id, deal_id, user_id, created_at, read_at, changed_at, change_kinds)
    SELECT ${PROFILE}, ${TIED_LOOP}, d.id, u.id, ${readAt}, ${readAt}, ${changedAt}, '{details,people}'
    FROM deals d JOIN agents a ON a.id = d.agent_id JOIN users u ON u.id = a.user_id
    WHERE u.email = ${OWNER} AND d.status IN (3, 4) AND d.street_name <> ''
    ORDER BY d.id DESC LIMIT 1 ON CONFLICT DO NOTHING`.execute(db)
}

async function connectAccount({ db, now, config }: Demo): Promise<void> {
  const tokens = sealedTokens({ config, now }, fakeTokensOf(OWNER, now))
  const connectedAt = new Date(now.getTime() - 260 * 86_400_000)
  await sql`
    INSERT INTO dotloop_accounts (user_id, profile_id, profile_name, access_token, refresh_token, expires_at, connected_at)
    SELECT id, ${PROFILE}, trim(first_name || ' ' || last_name), ${tokens.access_token}, ${tokens.refresh_token},
           ${tokens.expires_at}, ${connectedAt}
    FROM users WHERE email = ${OWNER}
    ON CONFLICT DO NOTHING`.execute(db)
}

async function provide(config: Config, host: Promise<DemoHost>): Promise<DemoProvider | null> {
  if (config.dotloop !== null) return null
  const known: Known = { people: [], names: new Map(), tied: null }
  const nameOf = (email: string, otherwise: string) => known.names.get(email) ?? otherwise
  const { service, subscriptions, close } = await serveFakeDotloop({
    accounts: () => [
      {
        email: OWNER,
        name: nameOf(OWNER, 'Agent'),
        profileId: PROFILE,
        loops: [...(known.tied ? [loopOfDeal(known.tied, PROFILE)] : []), ...demoLoops(new Date(), known.people)],
      },
      { email: 'agent2@keyturn.test', name: nameOf('agent2@keyturn.test', 'Second agent'), profileId: 4712, loops: [] },
    ],
  })
  const remember = async (change: Change) => {
    await readPeople(change.db, known)
    known.tied = await readTied(change.db)
    subscriptions.all.push(...(await knownSubscriptions(change)))
  }
  void host.then(({ transaction }) => transaction('demo loops', remember)).catch(() => {})
  return { config: { dotloop: { ...service, authorizeUrl: DEMO_AUTHORIZE_PATH } }, close }
}

/** What the stand-in reads of the demo once its process is there. */
interface Known {
  people: LoopPerson[]
  names: Map<string, string>
  tied: TiedDeal | null
}

/** Subscriptions outlive a restart of the demo, unlike the stand-in. */
async function knownSubscriptions({ db, config }: Change): Promise<FakeSubscription[]> {
  const { rows } = await sql<StoredSubscription & { email: string }>`
    SELECT s.*, u.email FROM dotloop_subscriptions s JOIN users u ON u.id = s.user_id
    WHERE s.subscription_id IS NOT NULL`.execute(db)
  return rows.flatMap(row => {
    const signingKey = keySecrets(config).open(row.signing_key)
    const url = hookAddress(config, row.name)
    if (signingKey === null || url === null || row.subscription_id === null) return []
    const { name: externalId, email: account, profile_id: profileId } = row
    return {
      id: row.subscription_id,
      account,
      url,
      signingKey,
      externalId,
      profileId,
      eventTypes: LOOP_EVENTS,
      enabled: true,
    }
  })
}

async function readTied(db: Demo['db']): Promise<TiedDeal | null> {
  const { rows } = await sql<TiedDeal>`
    SELECT l.loop_id, l.read_at, l.changed_at, d.street_number, d.street_name, d.unit, d.city, d.postal_code, d.mls_number,
      d.price / 100 AS price, d.deposit / 100 AS deposit, d.type IN (2, 4) AS is_lease, d.offer_date, d.close_date,
      coalesce((SELECT c.first_name || ' ' || c.last_name FROM deal_clients c WHERE c.deal_id = d.id ORDER BY c.id LIMIT 1), '') AS client
    FROM loop_deals l JOIN deals d ON d.id = l.deal_id WHERE l.loop_id = ${TIED_LOOP}`.execute(db)
  return rows[0] ?? null
}

/** The clients of the loops are leads of their agent, so that an import finds them. */
async function readPeople(db: Demo['db'], known: Known): Promise<void> {
  const people = await sql<LoopPerson>`
    SELECT trim(l.first_name || ' ' || l.last_name) AS name, l.email FROM leads l
    JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id
    WHERE u.email = ${OWNER} AND l.email IS NOT NULL AND l.deleted_at IS NULL AND NOT l.is_bogus
    ORDER BY l.status_value DESC, l.id LIMIT ${DEMO_LOOPS}`.execute(db)
  known.people = people.rows
  const users = await sql<{ email: string; name: string }>`
    SELECT email, trim(first_name || ' ' || last_name) AS name FROM users WHERE email IN (${OWNER}, 'agent2@keyturn.test')`.execute(
    db,
  )
  known.names = new Map(users.rows.map(({ email, name }) => [email, name]))
}
