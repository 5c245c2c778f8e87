import { type IdentityClient, identityClient } from '../../../integrations/identity/client.ts'
import { DEMO_CLIENT, DEMO_ISSUER } from '../../../integrations/identity/fake.ts'
import type { Config } from '../../../platform/server/config.ts'
import { googleScopes } from '../rules.ts'

const BASE_SCOPES = ['openid', 'profile', 'email']
const clients = new WeakMap<Config, IdentityClient>()

/** Makes the client of a process. `ownAddress` is where a provider beside the server is reached. */
export function openIdentity(config: Config, ownAddress: () => string): IdentityClient {
  const client = makeClient(config, ownAddress)
  clients.set(config, client)
  return client
}

/** The client of the process that runs under this configuration. */
export function identityOf(config: Config): IdentityClient {
  const client = clients.get(config)
  if (!client) throw new Error('This process does not serve sign-ins.')
  return client
}

/** What the provider calls the scopes: the one beside the demo speaks Google's names. */
export const scopeNames = (config: Config): Config['identityScopes'] =>
  config.identity ? config.identityScopes : googleScopes

function makeClient(config: Config, ownAddress: () => string): IdentityClient {
  const { calendar, mail } = scopeNames(config)
  const scopes = { signin: BASE_SCOPES, scopes: [...BASE_SCOPES, calendar, mail] }
  if (config.identity)
    return identityClient({
      ...config.identity,
      scopes,
      prompts: { signin: 'select_account', scopes: 'consent' },
      nearAddress: null,
    })
  return identityClient({
    issuer: DEMO_ISSUER,
    ...DEMO_CLIENT,
    scopes,
    prompts: { signin: 'login', scopes: 'consent' },
    nearAddress: ownAddress,
    trustEmail: false,
  })
}
