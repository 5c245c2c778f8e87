import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BrowserContext, type BrowserContextOptions, test as base } from '@playwright/test'
import { freePort } from '../src/platform/server/embedded/server.ts'
import { seededFolder } from './seeded.ts'

const root = join(import.meta.dirname, '..')

/** Environment variables of a product that differ from the ones below. */
export type Settings = Readonly<Record<string, string>>

/** The product as a user starts it, on a data folder of its own. */
export interface Product {
  url: string
  stop(): Promise<void>
}

const defaults: Settings = {
  HOST: '127.0.0.1',
  KEYTURN_DEMO_LEADS: '400',
  // Homes that come on the market by themselves would write e-mails into the tests of others.
  KEYTURN_DEMO_LISTINGS: '0',
  KEYTURN_LOG: 'error',
}

/** Starts the product with the demo brokerage, on a free port, and waits until it says that it is ready. */
export async function startProduct(settings: Settings = {}): Promise<Product> {
  const environment = { ...defaults, ...settings }
  const dataDir = await mkdtemp(join(tmpdir(), 'keyturn-e2e-'))
  await chmod(dataDir, 0o711)
  await seededFolder({
    dataDir,
    seed: `${environment.KEYTURN_DEMO_LEADS}-${environment.KEYTURN_DEMO_LISTINGS}`,
    fill: async folder => (await serve({ ...environment, KEYTURN_DATA: folder })).stop(),
  })
  const { url, stop } = await serve({ ...environment, KEYTURN_DATA: dataDir })
  return {
    url,
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function serve(environment: Settings): Promise<Product> {
  // Not any port that the product finds by itself: links in e-mails lead to the address that it knows of itself.
  const PORT = String(await freePort())
  const child = spawn(process.execPath, [join(root, 'src/app/main.ts')], {
    cwd: root,
    env: { ...process.env, ...environment, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /https?:\/\/\S+/.exec(line)?.[0]
    if (url) return { url, stop }
  }
  await stop()
  throw new Error('The product did not start, see above.')
}

/**
 * Puts the pointer into the last corner of each page that has loaded. The headless shell has it in the first, where it
 * rests on the rail, and the rail opens over what is beside it.
 */
function restPointers(context: BrowserContext): BrowserContext {
  context.on('page', page =>
    page.on('load', () => {
      const { width, height } = page.viewportSize() ?? { width: 1, height: 1 }
      // A page that is closed at once needs no pointer.
      page.mouse.move(width - 1, height - 1).catch(() => undefined)
    }),
  )
  return context
}

/** Playwright's test, with the address of a product that the worker has to itself. */
export const test = base.extend<object, { product: Product; settings: Settings }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      const rested = async (options?: BrowserContextOptions) => restPointers(await newContext(options))
      await use(Object.assign(browser, { newContext: rested }))
    },
    { scope: 'worker' },
  ],
  /** How the product of a test file differs from the others: `test.use({ settings: { … } })`, or a fixture that answers them. */
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

/**
 * The same with homes to look at. Said here once: files that say it themselves would each have a product of their own, and
 * to start one takes longer than most tests do.
 */
export const testWithHomes = test.extend({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
    async ({}, use) => use({ KEYTURN_DEMO_LISTINGS: '60' }),
    { scope: 'worker' },
  ],
})

export { expect } from '@playwright/test'
