import type { Config } from '../../../../platform/server/config.ts'
import { type Secrets, secretsFor } from '../../../../platform/server/secrets.ts'

/** Closes what the identity provider gave for somebody, so that the database alone opens no mailbox. */
export const credentialSecrets = (config: Pick<Config, 'secret' | 'oldSecrets'>): Secrets =>
  secretsFor('identity credentials', config)
