import { z } from 'zod'
import { ConfigError, defineConfig, list } from '../../platform/server/config.ts'

/** A telephone system of the brokerage's own, which browsers reach by SIP over a WebSocket. */
export interface SipSystem {
  /** Where its registrar listens: wss://… */
  url: string
  /** What addresses end in: sip:101@domain. */
  domain: string
  /** The number that people see, as E.164; empty where the telephone system decides. */
  number: string
  /** What short-lived credentials are made of; `null` where each extension has a password of its own. */
  secret: string | null
  /** stun: and turn: addresses. */
  iceUrls: readonly string[]
}

/** What is read of the environment about a telephone system. */
export interface SipConfig {
  /** `null` when there is none. */
  sip: SipSystem | null
  connectsTo?: readonly string[]
}

declare module '../../platform/server/config.ts' {
  interface Config extends SipConfig {}
}

const isSocket = (text: string): boolean => URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol)

export const sipConfig = defineConfig(
  {
    SIP_WS_URL: z
      .string()
      .refine(isSocket, { error: 'must be an address such as wss://pbx.example.com/ws' })
      .optional(),
    SIP_DOMAIN: z
      .string()
      .regex(/^[a-z0-9.-]+$/i, { error: 'must be a name such as pbx.example.com' })
      .optional(),
    SIP_NUMBER: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, { error: 'must be a number such as +14165550100' })
      .optional(),
    SIP_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
    SIP_ICE_URLS: z
      .string()
      .refine(text => list(text).every(url => /^(stun|turns?):/.test(url)), {
        error: 'must be addresses such as stun:pbx.example.com,turn:pbx.example.com',
      })
      .optional(),
    TWILIO_VOICE_APP: z.string().optional(),
  },
  (env): SipConfig => {
    const { SIP_WS_URL: url, SIP_DOMAIN, SIP_NUMBER: number = '', SIP_SECRET: secret = null } = env
    if (!url) return { sip: null }
    if (env.TWILIO_VOICE_APP) throw new ConfigError(['SIP_WS_URL and TWILIO_VOICE_APP cannot both be set.'])
    const { hostname, origin } = new URL(url)
    const iceUrls = list(env.SIP_ICE_URLS ?? '')
    return { sip: { url, domain: SIP_DOMAIN ?? hostname, number, secret, iceUrls }, connectsTo: [origin] }
  },
)
