import type { Page } from '@playwright/test'
import type pg from 'pg'
import { signIn } from '../e2e/support.ts'
import { launchBrowser } from './browser.ts'
import type { BenchClient } from './client.ts'
import { type Times, timesOf } from './sample.ts'
import { addLead, LONG } from './timeline.ts'
import { goal, ms, type Wanted } from './wanted.ts'

/** How a long timeline scrolls in a browser, from its top to its end. */
export interface ScrollTimes {
  /** From a step of scrolling to the next picture: in the first pages, and in the last ones. */
  early: Times
  late: Times
  /** The most elements that the timeline consisted of. */
  elements: number
  /** What was asked for when a note was added by somebody else, with everything loaded. */
  requestsAtChange: number
  /** How far the line that was read moved then, in pixels. */
  moved: number
}

const VIEWPORT = { width: 1440, height: 900 }
const STEP = 1200
/** Steps that count as early, and as late. */
const COUNTED = 50
const MAX_STEPS = 2500
const PAGE_COMES_MS = 40
const SETTLES_MS = 1000

interface ScrollOptions {
  url: string
  pool: pg.Pool
  admin: BenchClient
}

/** Scrolls through ten thousand entries, then has a note added above while somebody reads in the middle of them. */
export async function measureScrolling({ url, pool, admin }: ScrollOptions): Promise<ScrollTimes> {
  const browser = await launchBrowser()
  const lead = await addLead(pool, admin, LONG)
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url, serviceWorkers: 'block' })
    const page = await context.newPage()
    await signIn(page, 'Administrator')
    await page.goto(`/leads/${lead}`)
    await page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first().waitFor()
    await page.evaluate(defineScrolling)
    const steps: { took: number; elements: number }[] = []
    for (let step = 0; step < MAX_STEPS; step++) {
      const done = await page.evaluate(by => (window as Scrolled).scrollTimeline?.(by), STEP)
      if (done) steps.push(done)
      if (done?.isEnd && !(await hasMore(page))) break
    }
    return { ...summaryOf(steps), ...(await changeWhileReading(page, admin, lead)) }
  } finally {
    await browser.close()
    await pool.query('DELETE FROM leads WHERE id = $1', [lead])
  }
}

/** Lets the next page come, if there is one. */
async function hasMore(page: Page): Promise<boolean> {
  await page.waitForTimeout(PAGE_COMES_MS)
  return (await page.getByRole('button', { name: 'Show earlier' }).count()) > 0
}

const summaryOf = (steps: readonly { took: number; elements: number }[]) => ({
  early: timesOf(steps.slice(0, COUNTED).map(({ took }) => took)),
  late: timesOf(steps.slice(-COUNTED).map(({ took }) => took)),
  elements: Math.max(...steps.map(({ elements }) => elements)),
})

async function changeWhileReading(
  page: Page,
  admin: BenchClient,
  lead: number,
): Promise<Pick<ScrollTimes, 'requestsAtChange' | 'moved'>> {
  await page.evaluate(by => (window as Scrolled).scrollTimeline?.(by), -100 * STEP)
  await page.waitForTimeout(SETTLES_MS)
  const before = await page.evaluate(() => (window as Scrolled).readLine?.())
  let requestsAtChange = 0
  page.on('request', request => {
    if (request.url().includes('/timeline')) requestsAtChange += 1
  })
  const answered = page.waitForResponse(response => response.url().includes('/timeline'))
  await admin.post(`lead/${lead}/notes`, { description: 'Written meanwhile.' })
  await answered
  await page.waitForTimeout(SETTLES_MS)
  const after = await page.evaluate(text => (window as Scrolled).readLine?.(text), before?.text)
  return { requestsAtChange, moved: Math.abs((after?.top ?? Number.NaN) - (before?.top ?? Number.NaN)) }
}

interface Scrolled {
  scrollTimeline?(by: number): Promise<{ took: number; elements: number; isEnd: boolean }>
  readLine?(text?: string): { text: string; top: number } | undefined
}

/** Runs in the page. */
function defineScrolling(): void {
  const timeline = () => document.querySelector<HTMLElement>('section[aria-label="Timeline"]')
  const scroller = () => {
    let around = timeline()?.parentElement
    while (around && !/auto|scroll/.test(getComputedStyle(around).overflowY)) around = around.parentElement
    return around
  }
  const painted = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  Object.assign(window, {
    async scrollTimeline(by: number) {
      const element = scroller()
      if (!element) throw new Error('The timeline does not scroll.')
      const began = performance.now()
      element.scrollTop += by
      await painted()
      return {
        took: performance.now() - began,
        elements: timeline()?.querySelectorAll('*').length ?? 0,
        isEnd: element.scrollTop + element.clientHeight >= element.scrollHeight - 1,
      }
    },
    readLine(text?: string) {
      const lines = [...(timeline()?.querySelectorAll<HTMLElement>('ol > li') ?? [])]
      const line = lines.find(each =>
        text === undefined ? each.getBoundingClientRect().top > 200 : each.textContent === text,
      )
      return line && { text: line.textContent, top: line.getBoundingClientRect().top }
    },
  } satisfies Scrolled)
}

const MAX_TIMES = 2
const MAX_ELEMENTS = 1500
/** The newest page to where it ended, and the pages in view. */
const MAX_REQUESTS = 6

export function wantedOfScrolling(scrolled: ScrollTimes, where: string): Wanted[] {
  const { early, late, elements, requestsAtChange, moved } = scrolled
  const what = `${where}: a timeline of ${LONG.toLocaleString('en-CA')} in a browser`
  const ratio = late.median / early.median
  return [
    goal(
      `${what}, a step of scrolling at its end`,
      `≤ ${MAX_TIMES} × one at its top`,
      `${ratio.toFixed(2)} × (${ms(late.median)} beside ${ms(early.median)})`,
      ratio <= MAX_TIMES,
    ),
    goal(`${what}, elements at the most`, `≤ ${MAX_ELEMENTS}`, String(elements), elements <= MAX_ELEMENTS),
    goal(
      `${what}, requests after a change, all pages loaded`,
      `≤ ${MAX_REQUESTS}`,
      String(requestsAtChange),
      requestsAtChange <= MAX_REQUESTS,
    ),
    goal(`${what}, how far the line one reads moves then`, '≤ 1 px', `${moved.toFixed(1)} px`, moved <= 1),
  ]
}
