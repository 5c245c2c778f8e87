import type { StartDependencies } from '../../../../platform/server/feature.ts'
import { refuseDemoAccounts } from './demoAccounts.ts'
import { admitFirstAdmin } from './firstAdmin.ts'

/** Before a server starts outside the demo: nobody signs in with a password that everybody knows, and somebody can sign in. */
export async function requireRealPeople({ db, config }: StartDependencies): Promise<void> {
  await refuseDemoAccounts({ db })
  await admitFirstAdmin({ db }, config.firstAdmin)
}
