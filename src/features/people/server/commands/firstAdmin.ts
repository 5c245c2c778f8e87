import { ConfigError } from '../../../../platform/server/config.ts'
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
