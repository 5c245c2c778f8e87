import { z } from 'zod'
import { defineConfig } from '../../../platform/server/config.ts'

/** Where lists of numbers are found. */
export interface DoNotCallConfig {
  /** A folder that is looked through for new lists; `null` looks nowhere. */
  doNotCallFolder: string | null
}

declare module '../../../platform/server/config.ts' {
  interface Config extends DoNotCallConfig {}
}

export const doNotCallConfig = defineConfig(
  { KEYTURN_DO_NOT_CALL_FOLDER: z.string().min(1).optional() },
  (env): DoNotCallConfig => ({ doNotCallFolder: env.KEYTURN_DO_NOT_CALL_FOLDER ?? null }),
)
