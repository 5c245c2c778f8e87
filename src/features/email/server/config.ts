import { z } from 'zod'
import { defineConfig } from '../../../platform/server/config.ts'

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
