import { z } from 'zod'
import { defineConfig } from '../../../platform/server/config.ts'

/** What an installation may choose about leads. */
export interface LeadsConfig {
  /** How many leads an empty demo is filled with. */
  demoLeads: number
}

declare module '../../../platform/server/config.ts' {
  interface Config extends LeadsConfig {}
}

export const leadsConfig = defineConfig(
  { KEYTURN_DEMO_LEADS: z.coerce.number().int().min(0).max(1_000_000).default(2000) },
  (env): LeadsConfig => ({ demoLeads: env.KEYTURN_DEMO_LEADS }),
)
