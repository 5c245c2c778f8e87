import { isIP } from 'node:net'
import { z } from 'zod'
import { ConfigError, defineConfig, list } from '../../platform/server/config.ts'

/** How e-mails go out, and from whom. */
export interface MailConfig {
  /** SMTP server for outgoing mail; `null` in demo mode, where one runs beside the server. */
  mailUrl: string | null
  /** Who the product's mail is from. */
  mailFrom: { name: string; address: string }
  /** Where the brokerage is: it stands under every commercial e-mail. */
  postalAddress: string
  /** Names under which the domain of the sender keeps its DKIM keys; empty to look under the usual ones. */
  dkimSelectors: readonly string[]
  /** Who is asked for the records of the sender; empty for the name servers of the system. */
  dnsServers: readonly string[]
}

declare module '../../platform/server/config.ts' {
  interface Config extends MailConfig {}
}

const isNameServer = (text: string): boolean => {
  const [, host = text] = /^([\d.]+):\d{1,5}$|^\[(.+)\]:\d{1,5}$/.exec(text)?.filter(part => part !== undefined) ?? []
  return isIP(host) > 0
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
    MAIL_DKIM_SELECTORS: z
      .string()
      .regex(/^[\w.-]+(\s*,\s*[\w.-]+)*$/, { error: 'must be names by commas, such as google,s1' })
      .default(''),
    KEYTURN_DNS_SERVERS: z
      .string()
      .refine(text => list(text).every(isNameServer), {
        error: 'must be addresses such as 192.0.2.53 or 192.0.2.53:5353',
      })
      .default(''),
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
      dkimSelectors: list(env.MAIL_DKIM_SELECTORS),
      dnsServers: list(env.KEYTURN_DNS_SERVERS),
    }
  },
)
