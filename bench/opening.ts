import type { Browser, Page } from '@playwright/test'
import { signIn } from '../e2e/support.ts'
import { launchBrowser } from './browser.ts'
import { type Times, timesOf } from './sample.ts'
import { goal, ms, type Wanted } from './wanted.ts'

/** How leads open in a browser: from the press to the picture, in milliseconds. */
export interface OpeningTimes {
  way: string
  /** Until the lead's header is painted. */
  header: Times
  /** Until every panel shows, and nothing is fetched any more. */
  settled: Times
  /** What moved after the header was painted, at the worst. */
  layoutShift: number
}

interface Opening {
  header: number
  settled: number
  layoutShift: number
}

const FIRST_OPENINGS = 8
const LATER_OPENINGS = 30
const VIEWPORT = { width: 1440, height: 900 }
/** Somebody reads the list before they press, and looks at a lead before they go on to the next. */
const READING_MS = 1000
const LOOKING_MS = 400

/** Opens leads of a running product: the first of a window, later ones from the list, and neighbours by key. */
export async function measureOpenings(url: string): Promise<OpeningTimes[]> {
  const browser = await launchBrowser()
  try {
    const signedIn = await browser.newContext({ viewport: VIEWPORT, baseURL: url })
    await signIn(await signedIn.newPage(), 'Administrator')
    const windows = { viewport: VIEWPORT, baseURL: url, storageState: await signedIn.storageState() }
    await signedIn.close()
    return [
      await firstOpenings(browser, windows),
      await laterOpenings(browser, windows, 'by press', pressRow),
      await laterOpenings(browser, windows, 'by key', page => page.keyboard.press('j')),
    ]
  } finally {
    await browser.close()
  }
}

type Windows = Parameters<Browser['newContext']>[0]

/** Each in a window with an empty cache: nothing of the lead page was fetched before. */
async function firstOpenings(browser: Browser, windows: Windows): Promise<OpeningTimes> {
  const found: Opening[] = []
  for (let index = 0; index < FIRST_OPENINGS; index++) {
    const context = await browser.newContext({ ...windows, serviceWorkers: 'block' })
    const page = await openList(await context.newPage())
    found.push(await opening(page, () => pressRow(page, index)))
    await context.close()
  }
  return summary('first of a window', found)
}

async function laterOpenings(
  browser: Browser,
  windows: Windows,
  way: string,
  open: (page: Page, index: number) => Promise<void>,
): Promise<OpeningTimes> {
  const context = await browser.newContext(windows)
  const page = await openList(await context.newPage())
  const found: Opening[] = []
  await opening(page, () => pressRow(page, 0))
  for (let index = 0; index < LATER_OPENINGS; index++) {
    if (way === 'by press') await backToList(page)
    await page.waitForTimeout(LOOKING_MS)
    found.push(await opening(page, () => open(page, 1 + (index % 15))))
  }
  await context.close()
  return summary(way, found)
}

const summary = (way: string, found: readonly Opening[]): OpeningTimes => ({
  way,
  header: timesOf(found.map(({ header }) => header)),
  settled: timesOf(found.map(({ settled }) => settled)),
  layoutShift: Math.max(...found.map(({ layoutShift }) => layoutShift)),
})

async function openList(page: Page): Promise<Page> {
  await page.addInitScript(watchOpenings)
  await page.goto('/leads')
  await page.locator('[data-row]:not([data-waiting])').first().waitFor()
  await page.waitForTimeout(READING_MS)
  return page
}

/** The pointer is on the row no longer than a press takes. */
const pressRow = (page: Page, index: number): Promise<void> =>
  page.locator('[data-row] a[data-lead]').nth(index).click()

async function backToList(page: Page): Promise<void> {
  await page.goBack()
  await page.locator('[data-row]:not([data-waiting])').first().waitFor()
}

interface Watching {
  benchOpening?: Opening
}

async function opening(page: Page, open: () => Promise<void>): Promise<Opening> {
  await page.evaluate(() => {
    delete (window as Watching).benchOpening
  })
  await open()
  const found = await page.waitForFunction(() => (window as Watching).benchOpening, null, { polling: 50 })
  return (await found.jsonValue()) as Opening
}

/** Runs in the page, before its first script: times each press that opens a lead, by the browser's own clock. */
function watchOpenings(): void {
  /** After the last panel, so long for something to move that should not. */
  const STILL_MS = 300
  let fetching = 0
  const { fetch } = window
  window.fetch = async (...request) => {
    const isStream = String(request[0]).includes('/crm/events')
    fetching += isStream ? 0 : 1
    try {
      return await fetch(...request)
    } finally {
      fetching -= isStream ? 0 : 1
    }
  }
  const shifts: { at: number; value: number }[] = []
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) shifts.push({ at: entry.startTime, value: Reflect.get(entry, 'value') })
  }).observe({ type: 'layout-shift', buffered: true })
  const leadPage = () => document.querySelector('[data-lead-page]')
  const isSettled = () => fetching === 0 && !document.querySelector('[data-lead-page] [data-waiting]')
  /** Once the condition holds in a frame, the time at which that frame was painted. */
  const paintWith = (condition: () => boolean) =>
    new Promise<number>(resolve => {
      const look = () => (condition() ? setTimeout(() => resolve(performance.now())) : requestAnimationFrame(look))
      requestAnimationFrame(look)
    })
  const watch = async (event: Event) => {
    const before = leadPage()
    const header = await paintWith(() => leadPage() !== before && leadPage()?.querySelector('h1') != null)
    const settled = await paintWith(isSettled)
    await new Promise(resolve => setTimeout(resolve, STILL_MS))
    const moved = shifts.filter(({ at }) => at > header).reduce((sum, { value }) => sum + value, 0)
    const found = { header: header - event.timeStamp, settled: settled - event.timeStamp, layoutShift: moved }
    Object.assign(window, { benchOpening: found })
  }
  for (const type of ['click', 'keydown']) addEventListener(type, event => void watch(event), { capture: true })
}

/** The header is to be there at once, and nothing may move after it. */
export const wantedOfOpening = ({ way, header, settled, layoutShift }: OpeningTimes): Wanted[] => [
  goal(
    `header of a lead, ${way}, median (p95 ${ms(header.p95)})`,
    '< 100 ms',
    ms(header.median),
    header.median < 100,
    `all panels after ${ms(settled.median)}, p95 ${ms(settled.p95)}`,
  ),
  goal(
    `layout shift of a lead, ${way}`,
    '0',
    layoutShift.toFixed(4),
    layoutShift === 0,
    'the worst of the openings; something takes its room after the header is painted',
  ),
]
