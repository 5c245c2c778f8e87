import { z } from 'zod'
import { defineConfig } from '../../../platform/server/config.ts'

/** What an installation may choose about listings. */
export interface ListingsConfig {
  /** Homes that the demo's listing service adds a day; 0 for no such service. */
  demoListings: number
}

declare module '../../../platform/server/config.ts' {
  interface Config extends ListingsConfig {}
}

export const listingsConfig = defineConfig(
  { KEYTURN_DEMO_LISTINGS: z.coerce.number().int().min(0).max(1000).default(60) },
  (env): ListingsConfig => ({ demoListings: env.KEYTURN_DEMO_LISTINGS }),
)
