import { z } from 'zod'
import { defineConfig } from '../../../platform/server/config.ts'

/** What an installation may choose about messages to leads. */
export interface OutboundConfig {
  /** Commercial messages that one lead is sent on one channel within 24 hours at the most. */
  commercialMessagesPerDay: number
}

declare module '../../../platform/server/config.ts' {
  interface Config extends OutboundConfig {}
}

export const outboundConfig = defineConfig(
  { KEYTURN_COMMERCIAL_MESSAGES_PER_DAY: z.coerce.number().int().min(1).max(1000).default(10) },
  (env): OutboundConfig => ({ commercialMessagesPerDay: env.KEYTURN_COMMERCIAL_MESSAGES_PER_DAY }),
)
