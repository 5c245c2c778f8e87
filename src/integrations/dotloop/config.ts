import { z } from 'zod'
import { ConfigError, defineConfig, optionalUrl } from '../../platform/server/config.ts'

/** How Dotloop is reached, and as which registered application. */
export interface DotloopService {
  clientId: string
  clientSecret: string
  /** Where people grant access, without a slash at the end. A path alone when the product itself leads there (demo). */
  authorizeUrl: string
  /** Where codes and tokens are exchanged. */
  tokenUrl: string
  /** The programming interface: addresses of it begin with this. */
  apiUrl: string
}

/** What is read of the environment about Dotloop. */
export interface DotloopConfig {
  /** `null` when no application is registered: nobody can connect an account. In demo mode a service runs beside the server. */
  dotloop: DotloopService | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends DotloopConfig {}
}

const trimmed = (url: string) => url.replace(/\/+$/, '')

export const dotloopConfig = defineConfig(
  {
    DOTLOOP_CLIENT_ID: z.string().optional(),
    DOTLOOP_CLIENT_SECRET: z.string().optional(),
    DOTLOOP_AUTH_URL: optionalUrl,
    DOTLOOP_API_URL: optionalUrl,
  },
  (env): DotloopConfig => {
    const { DOTLOOP_CLIENT_ID: clientId, DOTLOOP_CLIENT_SECRET: clientSecret } = env
    if (!clientId && !clientSecret) return { dotloop: null }
    if (!clientId || !clientSecret)
      throw new ConfigError(['DOTLOOP_CLIENT_ID and DOTLOOP_CLIENT_SECRET belong together: set both or neither.'])
    const auth = trimmed(env.DOTLOOP_AUTH_URL ?? 'https://auth.dotloop.com/oauth')
    const apiUrl = trimmed(env.DOTLOOP_API_URL ?? 'https://api-gateway.dotloop.com/public/v2')
    return { dotloop: { clientId, clientSecret, authorizeUrl: `${auth}/authorize`, tokenUrl: auth, apiUrl } }
  },
)
