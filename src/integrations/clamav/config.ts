import { z } from 'zod'
import { defineConfig } from '../../platform/server/config.ts'

/** Where clamd listens. */
export type ClamdAddress = { path: string } | { host: string; port: number }

/** What looks through files for malware. */
export interface ClamavConfig {
  /** `null` when there is no scanner: files are taken as they are, and the app says so. */
  clamd: ClamdAddress | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends ClamavConfig {}
}

const DEFAULT_PORT = 3310

/** What is read of the environment about the scanner. */
export const clamavConfig = defineConfig(
  {
    CLAMD_ADDRESS: z
      .string()
      .regex(/^(unix:\/.+|tcp:\/\/[^\s/:]+(:\d{1,5})?)$/, {
        error: 'must be an address such as tcp://scanner.lan:3310 or unix:/run/clamav/clamd.ctl',
      })
      .optional(),
  },
  ({ CLAMD_ADDRESS: address }): ClamavConfig => {
    if (!address) return { clamd: null }
    if (address.startsWith('unix:')) return { clamd: { path: address.slice('unix:'.length) } }
    const { hostname, port } = new URL(address)
    return { clamd: { host: hostname, port: port === '' ? DEFAULT_PORT : Number(port) } }
  },
)
