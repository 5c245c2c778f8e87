import { z } from 'zod'
import { ConfigError, defineConfig, optionalUrl } from '../../platform/server/config.ts'

/** An application of OneSignal. */
export interface OneSignalApp {
  appId: string
  apiKey: string
  /** Where its API is, for what stands in for it; `null` for OneSignal's own. */
  apiUrl: string | null
}

/** How notifications reach the native app. */
export interface OneSignalConfig {
  /** `null` when there is no native app, or it shows no notifications. */
  oneSignal: OneSignalApp | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends OneSignalConfig {}
}

/** What is read of the environment about OneSignal. */
export const oneSignalConfig = defineConfig(
  {
    ONESIGNAL_APP_ID: z
      .uuid({ error: 'must be the ID of an app, such as 8250eaf6-1a58-489e-b136-7c74a864b434' })
      .optional(),
    ONESIGNAL_API_KEY: z.string().optional(),
    ONESIGNAL_API_URL: optionalUrl,
  },
  (env): OneSignalConfig => {
    if (!env.ONESIGNAL_APP_ID) return { oneSignal: null }
    if (!env.ONESIGNAL_API_KEY) throw new ConfigError(['ONESIGNAL_API_KEY must be set beside ONESIGNAL_APP_ID.'])
    const { ONESIGNAL_APP_ID: appId, ONESIGNAL_API_KEY: apiKey, ONESIGNAL_API_URL: apiUrl = null } = env
    return { oneSignal: { appId, apiKey, apiUrl } }
  },
)
