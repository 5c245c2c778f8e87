import { sql } from 'kysely'
import { startLoopback } from '../../integrations/twilio-voice/fake.ts'
import type { DemoPart } from '../../platform/demo/part.ts'
import { POWER_DIALER } from './rules.ts'

/** The agents of the demo call down lists. */
export const demo: DemoPart = {
  async addDailyWork({ db }) {
    await sql`
      INSERT INTO feature_flags (feature, scope, role, enabled)
      SELECT ${POWER_DIALER}, 'role', 'agent', true
      WHERE NOT EXISTS (SELECT FROM feature_flags WHERE feature = ${POWER_DIALER})`.execute(db)
  },

  provide: async config => (config.voice || config.sip ? null : startLoopback(config)),
}
