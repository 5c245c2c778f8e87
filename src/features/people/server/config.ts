import { z } from 'zod'
import { defineConfig, list } from '../../../platform/server/config.ts'

/** Who may sign in, and for how long. */
export interface PeopleConfig {
  /** Who may sign in first: the e-mail address of the super administrator of an empty database. */
  firstAdmin: string | null
  allowedEmailDomains: readonly string[]
  /** Days after which a sign-in ends, however often it is used. */
  sessionDays: number
}

declare module '../../../platform/server/config.ts' {
  interface Config extends PeopleConfig {}
}

export const peopleConfig = defineConfig(
  {
    KEYTURN_FIRST_ADMIN: z.email().optional(),
    KEYTURN_ALLOWED_EMAIL_DOMAINS: z.string().default(''),
    KEYTURN_SESSION_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  },
  (env): PeopleConfig => ({
    firstAdmin: env.KEYTURN_FIRST_ADMIN ?? null,
    allowedEmailDomains: list(env.KEYTURN_ALLOWED_EMAIL_DOMAINS).map(domain => domain.toLowerCase()),
    sessionDays: env.KEYTURN_SESSION_DAYS,
  }),
)
