import { z } from 'zod'
import { ConfigError, defineConfig } from '../../platform/server/config.ts'

/** How e-mails go out, and from whom. */
export interface MailConfig {
  /** SMTP server for outgoing mail; `null` in demo mode, where one runs beside the server. */
  mailUrl: string | null
  /** Who the product's mail is from. */
  mailFrom: { name: string; address: string }
  /** Where the brokerage is: it stands under every commercial e-mail. */
  postalAddress: string
}

declare module '../../platform/server/config.ts' {
  interface Config extends MailConfig {}
}

/** What is read of the environment about e-mail. */
export const mailConfig = defineConfig(
  {
    MAIL_URL: z
      .string()
      .regex(/^smtps?:\/\/[^/\s]/, { error: 'must be an address such as smtp://user:password@host:587' })
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
        error: 'must be a sender such as Keyturn <crm@example.com>',
      })
      .optional(),
    KEYTURN_POSTAL_ADDRESS: z.string().max(200).optional(),
  },
  (env, { mode, siteName, domain }): MailConfig => {
    const missing = (['MAIL_URL', 'MAIL_FROM'] as const).filter(name => !env[name])
    if (mode === 'production' && missing.length > 0)
      throw new ConfigError([`${missing.join(', ')} must be set: the product writes to people by e-mail.`])
    const from = env.MAIL_FROM ?? `no-reply@${domain}`
    const [, name = '', address = from] = /^(.*)<(.*)>$/.exec(from) ?? []
    return {
      mailUrl: env.MAIL_URL ?? null,
      mailFrom: { name: name.replaceAll('"', '').trim() || siteName, address: address.trim() },
      postalAddress: env.KEYTURN_POSTAL_ADDRESS ?? (mode === 'demo' ? '100 Demo Street, Toronto, ON M5V 1A1' : ''),
    }
  },
)
