import { z } from 'zod'
import { type Config, defineConfig } from '../../../platform/server/config.ts'

/** How fast each person's e-mails to many go out. */
export interface EmailConfig {
  emailsPerMinute: number
  emailsPerDay: number
  /** What the mail provider signs its events with; empty where it sends none. */
  mailEventsSecret: string
}

declare module '../../../platform/server/config.ts' {
  interface Config extends EmailConfig {}
}

export const emailConfig = defineConfig(
  {
    KEYTURN_EMAILS_PER_MINUTE: z.coerce.number().int().min(1).max(6000).default(20),
    KEYTURN_EMAILS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(1500),
    KEYTURN_MAIL_EVENTS_SECRET: z.string().default(''),
  },
  (env): EmailConfig => ({
    emailsPerMinute: env.KEYTURN_EMAILS_PER_MINUTE,
    emailsPerDay: env.KEYTURN_EMAILS_PER_DAY,
    mailEventsSecret: env.KEYTURN_MAIL_EVENTS_SECRET,
  }),
)

/** What the simulated mail provider of a demo signs with; anybody may know it, as the demo holds nobody's data. */
const DEMO_MAIL_EVENTS_SECRET = 'keyturn-demo-mail-events'

/** What events of a mail provider are signed with; empty where none are taken. */
export const mailEventsSecretOf = ({ mailEventsSecret, mode }: Pick<Config, 'mailEventsSecret' | 'mode'>): string =>
  mailEventsSecret || (mode === 'demo' ? DEMO_MAIL_EVENTS_SECRET : '')
