import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { ScanError, scanFile, type Verdict } from '../../../../integrations/clamav/client.ts'
import type { Config } from '../../../../platform/server/config.ts'

/** What is known of a file that was received: there is no scanner, it did not answer, or its word. */
export type Scan = Verdict | { state: 'unscanned' } | { state: 'pending' }

/** Has a file looked through for malware. A scanner that does not answer leaves it pending: nobody says that it is clean. */
export async function scanStream({ clamd }: Config, open: () => Readable): Promise<Scan> {
  if (!clamd) return { state: 'unscanned' }
  try {
    return await scanFile(clamd, open())
  } catch (error) {
    if (error instanceof ScanError) return { state: 'pending' }
    throw error
  }
}

/** The same of a file on the disk. */
export const scanPath = (config: Config, path: string): Promise<Scan> =>
  scanStream(config, () => createReadStream(path))
