import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../platform/server/embedded/embedded.ts'
import { makeTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases. */
    databaseUrl: string
  }
}

interface TestServer {
  url: string
  stop(): Promise<void>
}

/** Vitest loads this file once for each project, so the server of the whole run is kept where all of them find it. */
const run = globalThis as typeof globalThis & {
  keyturnTestServer?: { starting: Promise<TestServer>; projects: number }
}

/** One database server for the whole run: the given one, else an embedded one that is thrown away. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.keyturnTestServer ??= { starting: start(), projects: 0 }
  const shared = run.keyturnTestServer
  shared.projects++
  const { url, stop } = await shared.starting
  project.provide('databaseUrl', url)
  return async () => {
    shared.projects--
    if (shared.projects === 0) await stop()
  }
}

async function start(): Promise<TestServer> {
  const given = process.env.KEYTURN_TEST_DATABASE_URL
  if (given) {
    await makeTemplate(given)
    return { url: given, stop: async () => {} }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'keyturn-test-'))
  await chmod(dataDir, 0o711)
  const silent = { info: () => {}, warn: () => {} }
  const database = await startEmbedded({ dataDir, log: silent, durable: false, maxConnections: 200 })
  await makeTemplate(database.url)
  return {
    url: database.url,
    async stop() {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
