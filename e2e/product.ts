import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base } from '@playwright/test'

const root = join(import.meta.dirname, '..')

/** The product as a user starts it, on a data folder of its own. */
export interface Product {
  url: string
  stop(): Promise<void>
}

/** Starts the product with the demo brokerage and waits until it says that it is ready. */
export async function startProduct(environment: NodeJS.ProcessEnv = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keyturn-e2e-'))
  await chmod(dataDir, 0o711)
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    KEYTURN_DATA: dataDir,
    KEYTURN_DEMO_LEADS: '400',
    // Homes that come on the market by themselves would write e-mails into the tests of others.
    KEYTURN_DEMO_LISTINGS: '0',
    KEYTURN_LOG: 'error',
  }
  const child = spawn(process.execPath, [join(root, 'src/app/main.ts')], {
    cwd: root,
    env: { ...process.env, ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /https?:\/\/\S+/.exec(line)?.[0]
    if (url) return { url, stop }
  }
  await stop()
  throw new Error('The product did not start, see above.')
}

/** Playwright's test, with the address of a product that the worker has to itself. */
export const test = base.extend<object, { product: Product; settings: Record<string, string> }>({
  /** What a file of tests wants to be otherwise. */
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

export { expect } from '@playwright/test'
