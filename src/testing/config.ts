import { readProductConfig } from '../app/config.ts'
import type { Config } from '../platform/server/config.ts'

/** The configuration of a test, with the variables that it sets. */
export const testConfig = (environment: NodeJS.ProcessEnv = {}): Config =>
  readProductConfig({ NODE_ENV: 'test', ...environment })
