import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page, type Request } from '@playwright/test'
import { startProduct } from '../e2e/product.ts'
import type { Screen } from '../e2e/screen.ts'
import { screens } from '../e2e/screens.ts'
import { signIn } from '../e2e/support.ts'
import { findChromium } from './test/browser.ts'

/** Pictures of every screen: wide, middle and narrow, light and dark, each brand once, empty, typical and heavy. */
const FOLDER = join(import.meta.dirname, '../artifacts/shots')

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const

async function take(browser: Browser, url: string, brand: string): Promise<void> {
  for (const { width, height } of sizes) {
    for (const colorScheme of schemes) {
      const isHome = brand === 'property'
      if (!isHome && width === 1024) continue
      const isPhone = width < 500
      for (const screen of screens) {
        if (!isHome && !screen.inEveryBrand) continue
        if (screen.only && (screen.only === 'phone') !== isPhone) continue
        const context = await browser.newContext({
          baseURL: url,
          viewport: { width, height },
          colorScheme,
          reducedMotion: 'reduce',
          hasTouch: isPhone,
          isMobile: isPhone,
        })
        const page = await context.newPage()
        const file = `${screen.name}-${brand}-${colorScheme}-${width}.png`
        try {
          await picture(page, screen)
          await page.screenshot({ path: join(FOLDER, file) })
          console.log(file)
        } catch (error) {
          console.error(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
          process.exitCode = 1
        } finally {
          await screen.after?.(page)
        }
        await context.close()
      }
    }
  }
}

async function picture(page: Page, { as, path, action }: Screen): Promise<void> {
  watchRequests(page)
  if (as) await signIn(page, as)
  await page.goto(path)
  await settled(page)
  await action?.(page)
  await settled(page)
}

/** How many requests of a page are under way; the live stream never ends and does not count. */
const underWay = new WeakMap<Page, Set<Request>>()
const QUIET_MS = 400

function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', request => request.url().endsWith('/crm/events') || requests.add(request))
  page.on('requestfinished', request => requests.delete(request))
  page.on('requestfailed', request => requests.delete(request))
}

/** Nothing was asked for during a moment. */
async function quiet(page: Page): Promise<void> {
  const requests = underWay.get(page)
  for (let calm = 0; calm < QUIET_MS; calm = requests?.size ? 0 : calm + 100) await page.waitForTimeout(100)
}

/** Nothing loads any more: no screen, no rows, no fonts, no motion. */
async function settled(page: Page): Promise<void> {
  // On paper a screen has nothing of its page but what is printed.
  await page.locator('main, [role=main]').first().waitFor({ state: 'attached' })
  await page.waitForFunction(
    // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts
    () => !document.body.innerText.includes('Loading...') && !document.querySelector('[aria-busy=true]'),
  )
  await quiet(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {})))
  })
}

/** A call needs a microphone, and asks nobody for it here. */
const fakeMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

await mkdir(FOLDER, { recursive: true })
const executablePath = findChromium()
if (!executablePath) throw new Error('Chromium is missing: install it, or name it in KEYTURN_CHROMIUM.')
const wanted = process.argv.slice(2)
for (const brand of ['property', 'condos', 'mrloft'].filter(name => wanted.length === 0 || wanted.includes(name))) {
  const product = await startProduct({
    KEYTURN_BRAND: brand,
    KEYTURN_DEMO_LEADS: '2000',
    KEYTURN_DEMO_LISTINGS: '60',
    KEYTURN_REQUESTS_PER_MINUTE: '0',
  })
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...fakeMicrophone],
  })
  await take(browser, product.url, brand)
  await browser.close()
  await product.stop()
}
