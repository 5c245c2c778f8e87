import { z } from 'zod'
import { ConfigError, defineConfig, optionalUrl } from '../../platform/server/config.ts'

/** How Google tells of changes in mailboxes. */
export interface GmailPush {
  /** The topic of Pub/Sub that Gmail publishes to: `projects/…/topics/…`. */
  topic: string
  /** The service account that signs what the subscription pushes. */
  account: string
  /** The audience of its tokens. */
  audience: string
  /** Where the keys are that Google signs with. */
  certsUrl: string
}

/** What is read of the environment about Gmail. */
export interface GmailConfig {
  /** `null` when Google does not push: mailboxes are asked once a minute. */
  gmailPush: GmailPush | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends GmailConfig {}
}

/** Where pushes arrive. */
export const GMAIL_HOOK = '/crm/hooks/google/gmail'

export const gmailConfig = defineConfig(
  {
    GMAIL_PUSH_TOPIC: z
      .string()
      .regex(/^projects\/[^/]+\/topics\/[^/]+$/, { error: 'must be a topic such as projects/my-project/topics/gmail' })
      .optional(),
    GMAIL_PUSH_ACCOUNT: z.email().optional(),
    GOOGLE_API_URL: optionalUrl,
    KEYTURN_PUBLIC_URL: optionalUrl,
  },
  (env): GmailConfig => {
    const { GMAIL_PUSH_TOPIC: topic, GMAIL_PUSH_ACCOUNT: account } = env
    if (!topic && !account) return { gmailPush: null }
    if (!topic || !account)
      throw new ConfigError(['GMAIL_PUSH_TOPIC and GMAIL_PUSH_ACCOUNT belong together: set both or neither.'])
    const certs = env.GOOGLE_API_URL?.replace(/\/+$/, '') ?? 'https://www.googleapis.com'
    const audience = `${(env.KEYTURN_PUBLIC_URL ?? '').replace(/\/+$/, '')}${GMAIL_HOOK}`
    return { gmailPush: { topic, account, audience, certsUrl: `${certs}/oauth2/v3/certs` } }
  },
)
