import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../platform/server/embedded.ts'
import { makeTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases. */
    databaseUrl: string
  }
}

/** One database server for the whole run: the given one, else an embedded one that forgets. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.KEYTURN_TEST_DATABASE_URL
  if (given) {
    await makeTemplate(given)
    project.provide('databaseUrl', given)
    return undefined
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'keyturn-test-'))
  await chmod(dataDir, 0o711)
  const silent = { info: () => {}, warn: () => {} }
  const database = await startEmbedded({ dataDir, log: silent, durable: false, maxConnections: 200 })
  await makeTemplate(database.url)
  project.provide('databaseUrl', database.url)
  return async () => {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
