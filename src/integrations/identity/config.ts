import { z } from 'zod'
import { ConfigError, defineConfig, flag, optionalUrl } from '../../platform/server/config.ts'

/** How people sign in. */
export interface IdentityConfig {
  /** `null` in demo mode, where an identity provider runs beside the server. */
  identity: { issuer: string; clientId: string; clientSecret: string; trustEmail: boolean } | null
  identityName: string
  /** What the provider calls the two scopes that the product asks for. */
  identityScopes: { calendar: string; mail: string }
}

declare module '../../platform/server/config.ts' {
  interface Config extends IdentityConfig {}
}

const names = ['IDENTITY_ISSUER', 'IDENTITY_CLIENT_ID', 'IDENTITY_CLIENT_SECRET'] as const

/** What is read of the environment about the identity provider. */
export const identityConfig = defineConfig(
  {
    IDENTITY_ISSUER: optionalUrl,
    IDENTITY_CLIENT_ID: z.string().optional(),
    IDENTITY_CLIENT_SECRET: z.string().optional(),
    IDENTITY_NAME: z.string().default('Google'),
    IDENTITY_TRUST_EMAIL: flag.default(false),
    IDENTITY_SCOPE_CALENDAR: z.string().min(1).default('https://www.googleapis.com/auth/calendar'),
    IDENTITY_SCOPE_MAIL: z.string().min(1).default('https://www.googleapis.com/auth/gmail.readonly'),
  },
  (env, { mode }): IdentityConfig => {
    const { IDENTITY_ISSUER: issuer, IDENTITY_CLIENT_ID: clientId, IDENTITY_CLIENT_SECRET: clientSecret } = env
    const isNamed = issuer && clientId && clientSecret
    if (!isNamed && mode !== 'demo') {
      const missing = names.filter(name => !env[name])
      throw new ConfigError([`${missing.join(', ')} must be set: people sign in through your identity provider.`])
    }
    return {
      identity: isNamed ? { issuer, clientId, clientSecret, trustEmail: env.IDENTITY_TRUST_EMAIL } : null,
      identityName: env.IDENTITY_NAME,
      identityScopes: { calendar: env.IDENTITY_SCOPE_CALENDAR, mail: env.IDENTITY_SCOPE_MAIL },
    }
  },
)
