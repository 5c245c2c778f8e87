import { z } from 'zod'
import { defineConfig, optionalUrl } from '../../platform/server/config.ts'
import type { LoneWolfServer } from './client.ts'

/** The back office that keeps the brokerage's trades. */
export interface LoneWolfConfig {
  /** `null` where there is none: nothing is asked, and nothing is wrong with the account. */
  loneWolf: LoneWolfServer | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends LoneWolfConfig {}
}

/** What is read of the environment about the back office. */
export const loneWolfConfig = defineConfig(
  { LONE_WOLF_URL: optionalUrl, LONE_WOLF_KEY: z.string().optional(), LONE_WOLF_SECRET: z.string().optional() },
  (env): LoneWolfConfig => ({
    loneWolf: env.LONE_WOLF_URL
      ? { url: env.LONE_WOLF_URL, key: env.LONE_WOLF_KEY ?? '', secret: env.LONE_WOLF_SECRET ?? '' }
      : null,
  }),
)
