import { sql } from 'kysely'
import { fakeTokensOf, serveFakeDotloop } from '../../../integrations/dotloop/fake.ts'
import type { Demo, DemoHost, DemoPart, DemoProvider } from '../../../platform/demo/part.ts'
import type { Config } from '../../../platform/server/config.ts'
import { sealedTokens } from '../server/remote/access.ts'
import { DEMO_AUTHORIZE_PATH } from '../server/webhooks.ts'
import { DEMO_LOOPS, demoLoops, type LoopPerson } from './loops.ts'

/** The agent whose loops the demo has. A colleague can be connected, and has none. */
const OWNER = 'agent@keyturn.test'
const PROFILE = 4711

/** An account of the loop service that the agent connected, and a service that stands in for it. */
export const demo: DemoPart = { addDailyWork: connectOwner, provide }

async function connectOwner({ db, now, config }: Demo): Promise<void> {
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
  const known: { people: LoopPerson[]; names: Map<string, string> } = { people: [], names: new Map() }
  void host.then(({ transaction }) => transaction('demo loops', ({ db }) => readPeople(db, known))).catch(() => {})
  const nameOf = (email: string, otherwise: string) => known.names.get(email) ?? otherwise
  const { service, close } = await serveFakeDotloop({
    accounts: () => [
      {
        email: OWNER,
        name: nameOf(OWNER, 'Agent'),
        profileId: PROFILE,
        loops: demoLoops(new Date(), known.people),
      },
      { email: 'agent2@keyturn.test', name: nameOf('agent2@keyturn.test', 'Second agent'), profileId: 4712, loops: [] },
    ],
  })
  return { config: { dotloop: { ...service, authorizeUrl: DEMO_AUTHORIZE_PATH } }, close }
}

/** The clients of the loops are leads of their agent, so that an import finds them. */
async function readPeople(db: Demo['db'], known: { people: LoopPerson[]; names: Map<string, string> }): Promise<void> {
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
