import { z } from 'zod'
import { defineConfig, optionalUrl } from '../../platform/server/config.ts'

/** The app of Facebook that leads of its forms come through. */
export interface FacebookApp {
  /** Where its Graph is. */
  url: string
  /** What its notices are signed with. */
  secret: string
  /** Reads the leads of the brokerage's pages. */
  token: string
}

/** Lead forms of Facebook and Instagram. */
export interface FacebookConfig {
  /** `null` where there is no app: its notices are refused. */
  facebook: FacebookApp | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends FacebookConfig {}
}

/** What is read of the environment about Facebook. */
export const facebookConfig = defineConfig(
  {
    FACEBOOK_GRAPH_URL: optionalUrl,
    FACEBOOK_APP_SECRET: z.string().optional(),
    FACEBOOK_PAGE_TOKEN: z.string().optional(),
  },
  (env): FacebookConfig => ({
    facebook:
      env.FACEBOOK_APP_SECRET && env.FACEBOOK_PAGE_TOKEN
        ? {
            url: env.FACEBOOK_GRAPH_URL ?? 'https://graph.facebook.com',
            secret: env.FACEBOOK_APP_SECRET,
            token: env.FACEBOOK_PAGE_TOKEN,
          }
        : null,
  }),
)
