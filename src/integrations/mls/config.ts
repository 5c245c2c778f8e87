import { z } from 'zod'
import { defineConfig, optionalUrl } from '../../platform/server/config.ts'

/** Where listings come from. */
export interface MlsConfig {
  /** RESO Web API that listings come from; `null` when there is none. In demo mode one runs beside the server. */
  mls: { url: string; token: string } | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends MlsConfig {}
}

/** What is read of the environment about the listing service. */
export const mlsConfig = defineConfig(
  { MLS_URL: optionalUrl, MLS_TOKEN: z.string().optional() },
  (env): MlsConfig => ({ mls: env.MLS_URL ? { url: env.MLS_URL, token: env.MLS_TOKEN ?? '' } : null }),
)
