import { sql } from 'kysely'
import { fakeStateOf, fakeTokens } from '../../integrations/google/fake.ts'
import { serveFakeGoogleCalendar } from '../../integrations/google-calendar/fake.ts'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import type { Change } from '../../platform/server/context.ts'
import { googleScopes } from '../people/rules.ts'
import { enqueueSync } from './server/commands/queue.ts'
import { queueUser } from './server/queries/outbox.ts'

/** The agents of the demo have their tasks and showings in a calendar, which a stand-in keeps. */
export const demo: DemoPart = {
  addDailyWork: connectAgents,
  async provide(config, host) {
    if (config.google !== null) return null
    // The stand-in forgets its events with the process: nobody may take that for a day on which everything was deleted.
    let isReady = false
    const { url, close } = await serveFakeGoogleCalendar({
      grantOf: fakeTokens(fakeStateOf(config)).grantOf,
      fault: () => (isReady ? null : { status: 503 }),
    })
    void host
      .then(({ transaction }) => transaction('demo calendars', beginAnew))
      .then(() => {
        isReady = true
      })
      .catch(() => {})
    return { config: { googleCalendarUrl: url }, close }
  },
}

async function connectAgents({ db, now }: Demo): Promise<void> {
  await sql`
    INSERT INTO calendar_accounts (user_id, poll_at, created_at)
    SELECT u.id, ${now}::timestamptz, ${now}::timestamptz FROM users u JOIN agents a ON a.user_id = u.id
    WHERE u.is_active AND ${googleScopes.calendar} = ANY(u.google_scopes) ON CONFLICT DO NOTHING`.execute(db)
}

async function beginAnew(ctx: Change): Promise<void> {
  await sql`DELETE FROM calendar_events`.execute(ctx.db)
  await sql`DELETE FROM calendar_channels`.execute(ctx.db)
  await sql`UPDATE tasks SET event_id = NULL WHERE event_id IS NOT NULL`.execute(ctx.db)
  const { rows } = await sql<{ user_id: number }>`
    UPDATE calendar_accounts SET sync_token = NULL, is_pull_asked = true, failures = 0, retry_at = NULL, problem = NULL
    RETURNING user_id`.execute(ctx.db)
  for (const { user_id } of rows) await queueUser(ctx, user_id)
  await enqueueSync(
    ctx,
    rows.map(({ user_id }) => user_id),
  )
}
