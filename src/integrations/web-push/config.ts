import { z } from 'zod'
import { ConfigError, defineConfig, list } from '../../platform/server/config.ts'

/** The pair of keys by which push services recognize an installation (VAPID, RFC 8292), as base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** How notifications reach browsers. */
export interface WebPushConfig {
  /** `null` when the product makes its own keys and stores them. */
  pushKeys: PushKeys | null
  /** Whom push services write to when something is wrong: an address as `mailto:` or `https:`. `null` for the sender of e-mails. */
  pushContact: string | null
  /** Hosts of push services in private networks that may be reached, also without encryption. */
  pushPrivateHosts: readonly string[]
}

declare module '../../platform/server/config.ts' {
  interface Config extends WebPushConfig {}
}

const key = z.string().regex(/^[A-Za-z0-9_-]+$/, { error: 'must be a key as base64url' })

/** What is read of the environment about push. */
export const webPushConfig = defineConfig(
  {
    KEYTURN_PUSH_PUBLIC_KEY: key.optional(),
    KEYTURN_PUSH_PRIVATE_KEY: key.optional(),
    KEYTURN_PUSH_CONTACT: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, { error: 'must be an address such as mailto:it@example.com' })
      .optional(),
    KEYTURN_PUSH_PRIVATE_HOSTS: z.string().default(''),
  },
  (env): WebPushConfig => {
    const { KEYTURN_PUSH_PUBLIC_KEY: publicKey, KEYTURN_PUSH_PRIVATE_KEY: privateKey } = env
    if ((publicKey === undefined) !== (privateKey === undefined))
      throw new ConfigError(['KEYTURN_PUSH_PUBLIC_KEY and KEYTURN_PUSH_PRIVATE_KEY must be set together.'])
    return {
      pushKeys: publicKey && privateKey ? { publicKey, privateKey } : null,
      pushContact: env.KEYTURN_PUSH_CONTACT ?? null,
      pushPrivateHosts: list(env.KEYTURN_PUSH_PRIVATE_HOSTS.toLowerCase()),
    }
  },
)
