import { sql } from 'kysely'
import { fakeRefreshToken, fakeStateOf, serveFakeGoogle } from '../../integrations/google/fake.ts'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { googleScopes } from '../people/rules.ts'
import { credentialSecrets } from '../people/server/commands/credentials.ts'

/** The agents of the demo have granted access to their accounts, and a stand-in gives them tokens. */
export const demo: DemoPart = {
  addDailyWork: connectAgents,
  async provide(config) {
    if (config.google !== null) return null
    const { service, close } = await serveFakeGoogle([], fakeStateOf(config))
    return { config: { google: service }, close }
  },
}

async function connectAgents({ db, now, config }: Demo): Promise<void> {
  const { rows } = await sql<{ id: number; email: string }>`
    SELECT u.id, u.email FROM users u JOIN agents a ON a.user_id = u.id
    WHERE u.is_active AND ${googleScopes.mail} = ANY(u.google_scopes) ORDER BY u.id`.execute(db)
  const secrets = credentialSecrets(config)
  for (const { id, email } of rows)
    await sql`
      INSERT INTO identity_credentials (user_id, email, refresh_token, connected_at)
      VALUES (${id}, ${email}, ${secrets.seal(fakeRefreshToken(email))}, ${now}) ON CONFLICT DO NOTHING`.execute(db)
}
