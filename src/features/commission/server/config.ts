import { z } from 'zod'
import { defineConfig } from '../../../platform/server/config.ts'
import { type Province, provinces } from '../rules/tax.ts'

/** Where the office is, whose taxes are put on commission. */
export interface CommissionConfig {
  province: Province
}

declare module '../../../platform/server/config.ts' {
  interface Config extends CommissionConfig {}
}

export const commissionConfig = defineConfig(
  { KEYTURN_PROVINCE: z.enum(provinces).default('ON') },
  (env): CommissionConfig => ({ province: env.KEYTURN_PROVINCE }),
)
