import { z } from 'zod'
import { ConfigError, defineConfig, optionalUrl } from '../../platform/server/config.ts'

/** What it takes to call by Twilio. */
export interface VoiceAccount {
  accountSid: string
  apiKey: string
  apiSecret: string
  /** The application whose voice address is the product's hook. */
  applicationSid: string
  /** The number that people see, as E.164. */
  number: string
  /** Where its API is, for what stands in for it; `null` for Twilio's own. */
  apiUrl: string | null
}

/** What carries calls from the browser. */
export interface VoiceConfig {
  /** `null` when there is none: numbers are then called by what the device has for it. In demo mode something stands in. */
  voice: VoiceAccount | null
  connectsTo?: readonly string[]
}

declare module '../../platform/server/config.ts' {
  interface Config extends VoiceConfig {}
}

/** Where the provider's library in the browser signals, and reports how good a call was. */
const EDGES = ['wss://*.twilio.com', 'https://*.twilio.com'] as const

const beside = ['TWILIO_API_KEY', 'TWILIO_API_SECRET', 'TWILIO_VOICE_NUMBER'] as const

/** What is read of the environment about calls. */
export const voiceConfig = defineConfig(
  {
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i, { error: 'must be the SID of an account, which begins with AC' })
      .optional(),
    TWILIO_API_KEY: z.string().optional(),
    TWILIO_API_SECRET: z.string().optional(),
    TWILIO_VOICE_APP: z.string().optional(),
    TWILIO_VOICE_NUMBER: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, { error: 'must be a number such as +14165550100' })
      .optional(),
    TWILIO_API_URL: optionalUrl,
  },
  (env): VoiceConfig => {
    const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_API_KEY: apiKey, TWILIO_API_SECRET: apiSecret } = env
    const { TWILIO_VOICE_APP: applicationSid, TWILIO_VOICE_NUMBER: number } = env
    if (!applicationSid) return { voice: null }
    if (!accountSid || !apiKey || !apiSecret || !number) {
      const missing = ['TWILIO_ACCOUNT_SID', ...beside].filter(name => !env[name as (typeof beside)[number]])
      throw new ConfigError([`${missing.join(', ')} must be set beside TWILIO_VOICE_APP.`])
    }
    const apiUrl = env.TWILIO_API_URL ?? null
    return { voice: { accountSid, apiKey, apiSecret, applicationSid, number, apiUrl }, connectsTo: EDGES }
  },
)
