import { type Finding, fine, wrong } from '../../../../platform/server/checkup/finding.ts'
import { ConfigError } from '../../../../platform/server/config.ts'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Db } from '../../../../platform/server/database/database.ts'
import { hasUsers, insertFirstAdmin } from '../queries/users.ts'

/**
 * Lets somebody into an empty installation: the person with this e-mail address at the identity provider becomes its super
 * administrator. Does nothing once anybody has an account; throws a `ConfigError` when nobody could ever sign in.
 */
export async function admitFirstAdmin({ db }: { db: Db }, email: string | null): Promise<void> {
  if (await hasUsers(db)) return
  if (!email) {
    throw new ConfigError([
      'KEYTURN_FIRST_ADMIN must be set: the database is empty, and nobody could sign in. Give the e-mail address of its first administrator.',
    ])
  }
  await insertFirstAdmin(db, email)
}

/** Whether anybody can sign in, for the check of an installation. */
export async function checkFirstAdmin({ db, config }: QueryContext): Promise<Finding[]> {
  const check = 'Accounts'
  if (await hasUsers(db)) return [fine(check, 'There are some.')]
  if (config.firstAdmin) return [fine(check, 'None yet; the next start admits the first administrator.')]
  const mend = 'Set KEYTURN_FIRST_ADMIN to the e-mail address of the first administrator.'
  return [wrong(check, 'error', 'There are none, so nobody can sign in.', mend)]
}
