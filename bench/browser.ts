import { type Browser, chromium, type Page } from '@playwright/test'
import { signIn } from '../e2e/support.ts'
import { findChromium } from '../scripts/test/browser.ts'
import { quantile, type Times, timesOf } from './sample.ts'

/** How the leads list feels in a browser; milliseconds. */
export interface ScreenTimes {
  firstRow: number
  largestPaint: number
  layoutShift: number
  requests: number
  /** From the press to the picture that shows its effect. */
  selection: Times
  sort: Times
  rowsLoaded: number
}

const LOADS = 5
const PRESSES = 30
const ROWS = 10_000
const VIEWPORT = { width: 1440, height: 900 }

interface Watched {
  firstRow: number
  largestPaint: number
  layoutShift: number
  presses: number[]
}

/** Opens Chromium with its scrollbars: hidden ones hide the shift that a late scrollbar makes. */
export const launchBrowser = (options: { port?: number } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() ?? undefined,
    ignoreDefaultArgs: ['--hide-scrollbars'],
    args: options.port ? [`--remote-debugging-port=${options.port}`] : [],
  })

/** Measures the leads list of a running product with at least ten thousand leads. */
export async function measureScreens(url: string): Promise<ScreenTimes> {
  const browser = await launchBrowser()
  try {
    const signedIn = await browser.newContext({ viewport: VIEWPORT, baseURL: url })
    await signIn(await signedIn.newPage(), 'Administrator')
    const storageState = await signedIn.storageState()
    await signedIn.close()
    const loads: (Watched & { requests: number })[] = []
    for (let load = 0; load < LOADS; load++) {
      // A context of its own has an empty cache: every load is a first load.
      const context = await browser.newContext({
        viewport: VIEWPORT,
        baseURL: url,
        storageState,
        serviceWorkers: 'block',
      })
      loads.push(await measureLoad(await context.newPage()))
      await context.close()
    }
    const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url, storageState })
    const presses = await measurePresses(await context.newPage())
    const middle = (of: (load: Watched & { requests: number }) => number) =>
      quantile(
        loads.map(of).sort((a, b) => a - b),
        0.5,
      )
    return {
      firstRow: middle(load => load.firstRow),
      largestPaint: middle(load => load.largestPaint),
      layoutShift: Math.max(...loads.map(load => load.layoutShift)),
      requests: middle(load => load.requests),
      ...presses,
    }
  } finally {
    await browser.close()
  }
}

async function measureLoad(page: Page): Promise<Watched & { requests: number }> {
  let requests = 0
  page.on('request', () => {
    requests += 1
  })
  await watch(page)
  await page.goto('/leads')
  await page.locator('[data-row]').first().waitFor()
  const untilFirstRow = requests
  await page.waitForTimeout(1000)
  return { ...(await watched(page)), requests: untilFirstRow }
}

/** Puts observers into the page before its first script runs. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { firstRow: 0, largestPaint: 0, layoutShift: 0, presses: [] as number[] }
    Object.assign(window, { benchSeen: seen })
    const observe = (type: string, note: (entry: PerformanceEntry) => void, options = {}) =>
      new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options })
    observe('largest-contentful-paint', entry => {
      seen.largestPaint = entry.startTime
    })
    observe('layout-shift', entry => {
      if (!('hadRecentInput' in entry && entry.hadRecentInput))
        seen.layoutShift += 'value' in entry ? Number(entry.value) : 0
    })
    observe('event', entry => entry.name === 'click' && seen.presses.push(entry.duration), { durationThreshold: 16 })
    const look = () => {
      if (document.querySelector('[data-row]:not([data-waiting])')) seen.firstRow = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

const watched = (page: Page): Promise<Watched> =>
  page.evaluate(() => (window as unknown as { benchSeen: Watched }).benchSeen)

async function measurePresses(page: Page): Promise<Pick<ScreenTimes, 'selection' | 'sort' | 'rowsLoaded'>> {
  await watch(page)
  await page.goto('/leads')
  await page.locator('[data-row]').first().waitFor()
  const rowsLoaded = await loadRows(page)
  const selection = await pressTimes(page, index =>
    page
      .locator('[data-row] [data-choose]')
      .nth(2 + (index % 8))
      .click(),
  )
  const sort = await pressTimes(page, () =>
    page.getByRole('columnheader', { name: /score/i }).getByRole('button').click(),
  )
  return { selection, sort, rowsLoaded }
}

/** Scrolls until ten thousand rows are in the list, then back to its top. */
async function loadRows(page: Page): Promise<number> {
  const grid = page.locator('[data-leads-grid]')
  const rows = () => grid.evaluate(element => Math.floor((element.scrollHeight - 32) / 34))
  const deadline = Date.now() + 90_000
  let loaded = await rows()
  while (loaded < ROWS && Date.now() < deadline) {
    await grid.evaluate(element => element.scrollTo(0, element.scrollHeight))
    await page.waitForTimeout(40)
    loaded = await rows()
  }
  await grid.evaluate(element => element.scrollTo(0, 0))
  await page.waitForTimeout(500)
  return loaded
}

/** From press to paint, as the browser itself times it; what it does not report was done within a frame. */
async function pressTimes(page: Page, press: (index: number) => Promise<void>): Promise<Times> {
  const before = (await watched(page)).presses.length
  for (let index = 0; index < PRESSES; index++) {
    await press(index)
    await page.waitForTimeout(150)
  }
  const noted = (await watched(page)).presses.slice(before)
  return timesOf([...noted, ...Array<number>(Math.max(0, PRESSES - noted.length)).fill(16)])
}
