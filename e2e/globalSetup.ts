import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the place where the workers keep the demo brokerages that they copy (seeded.ts). */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'keyturn-seeded-'))
  await chmod(folder, 0o711)
  process.env.KEYTURN_E2E_SEEDED = folder
  return () => rm(folder, { recursive: true, force: true })
}
