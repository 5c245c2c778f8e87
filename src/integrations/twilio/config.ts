import { z } from 'zod'
import { ConfigError, defineConfig, optionalUrl } from '../../platform/server/config.ts'

/** An account of Twilio. */
export interface TwilioAccount {
  accountSid: string
  /** The token that requests are made with. */
  authToken: string
  /** The tokens that hooks may be signed with: the same, and while it is being replaced the other one. */
  hookTokens: readonly string[]
  /** The number that texts are sent from, as E.164. */
  textsFrom: string
  /** Where its API is, for what stands in for it; `null` for Twilio's own. */
  apiUrl: string | null
  /** How long an answer may take. */
  timeoutMs?: number
}

/** The account that carries texts. */
export interface TwilioConfig {
  /** `null` when there is none: nothing can be texted then. In demo mode something stands in beside the server. */
  twilio: TwilioAccount | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends TwilioConfig {}
}

/** What is read of the environment about Twilio. */
export const twilioConfig = defineConfig(
  {
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i, { error: 'must be the SID of an account, which begins with AC' })
      .optional(),
    TWILIO_AUTH_TOKEN: z.string().optional(),
    TWILIO_OTHER_AUTH_TOKEN: z.string().optional(),
    TWILIO_TEXTS_FROM: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, { error: 'must be a number such as +14165550100' })
      .optional(),
    TWILIO_API_URL: optionalUrl,
  },
  (env): TwilioConfig => {
    if (!env.TWILIO_ACCOUNT_SID) return { twilio: null }
    if (!env.TWILIO_AUTH_TOKEN || !env.TWILIO_TEXTS_FROM)
      throw new ConfigError(['TWILIO_AUTH_TOKEN and TWILIO_TEXTS_FROM must be set beside TWILIO_ACCOUNT_SID.'])
    return {
      twilio: {
        accountSid: env.TWILIO_ACCOUNT_SID,
        authToken: env.TWILIO_AUTH_TOKEN,
        hookTokens: [env.TWILIO_AUTH_TOKEN, env.TWILIO_OTHER_AUTH_TOKEN].filter(token => token !== undefined),
        textsFrom: env.TWILIO_TEXTS_FROM,
        apiUrl: env.TWILIO_API_URL ?? null,
      },
    }
  },
)
