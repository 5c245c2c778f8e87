import { z } from 'zod'
import { defineConfig, optionalUrl } from '../../platform/server/config.ts'

/** How tokens of Google are refreshed and revoked, and as which registered application. */
export interface GoogleService {
  clientId: string
  clientSecret: string
  tokenUrl: string
  revokeUrl: string
}

/** What is read of the environment about Google. */
export interface GoogleConfig {
  /** `null` where people sign in with somebody else: there is no mailbox and no calendar to reach. In demo mode a stand-in runs beside the server. */
  google: GoogleService | null
  /** Addresses of the Gmail interface begin with this. */
  gmailUrl: string
  /** Addresses of the Calendar interface begin with this. */
  googleCalendarUrl: string
}

declare module '../../platform/server/config.ts' {
  interface Config extends GoogleConfig {}
}

const GOOGLE_ISSUER = 'https://accounts.google.com'

export const googleConfig = defineConfig(
  {
    IDENTITY_ISSUER: optionalUrl,
    IDENTITY_CLIENT_ID: z.string().optional(),
    IDENTITY_CLIENT_SECRET: z.string().optional(),
    GOOGLE_API_URL: optionalUrl,
  },
  (env): GoogleConfig => {
    const one = env.GOOGLE_API_URL?.replace(/\/+$/, '')
    const isGoogle = env.IDENTITY_ISSUER?.replace(/\/+$/, '') === GOOGLE_ISSUER
    const { IDENTITY_CLIENT_ID: clientId = '', IDENTITY_CLIENT_SECRET: clientSecret = '' } = env
    const oauth = one ?? 'https://oauth2.googleapis.com'
    return {
      google:
        one || isGoogle ? { clientId, clientSecret, tokenUrl: `${oauth}/token`, revokeUrl: `${oauth}/revoke` } : null,
      gmailUrl: `${one ?? 'https://gmail.googleapis.com'}/gmail/v1`,
      googleCalendarUrl: `${one ?? 'https://www.googleapis.com'}/calendar/v3`,
    }
  },
)
