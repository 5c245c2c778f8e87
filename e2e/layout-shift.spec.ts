import type { Page } from '@playwright/test'
import { test as base, expect } from './product.ts'
import { signIn } from './support.ts'

/** In a browser that has scrollbars: a headless one hides them, and with them the shift of a page whose scrollbar appears. */
const test = base.extend({
  page: async ({ playwright, launchOptions, product }, use) => {
    const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
    await use(await browser.newPage({ baseURL: product.url }))
    await browser.close()
  },
})

/** As much as may move when data arrive, as the browser counts it. */
const LIMIT = 0.005

interface Shift {
  value: number
  moved: string[]
}

/** Notes from the first moment what moves without anybody having pressed something. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        // A notice comes whenever something happens, and lies over the page.
        const isNotice = entry.sources.some(
          ({ node }) => node instanceof Element && node.closest('[aria-label="Notices"]'),
        )
        if (isNotice) continue
        const moved = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : ''))
        shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

async function expectStill(page: Page): Promise<void> {
  // What was drawn last has been counted once the next picture is there.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(LIMIT)
}

test.describe('nothing moves when data arrive', () => {
  test.beforeEach(({ page }) => watchShifts(page))

  test('on the tasks', async ({ page }) => {
    await signIn(page, 'Agent', '/tasks')
    await page.locator('li[data-cursor]').waitFor()
    await page.getByRole('button', { name: 'Show completed' }).waitFor()
    await page.getByRole('tab', { name: /^Overdue \d/ }).waitFor()
    await page.getByRole('img', { name: /^\d+ of \d+ done$/ }).waitFor()
    await page
      .getByRole('complementary', { name: 'About this lead' })
      .getByRole('region', { name: /Viewed|Last note/ })
      .first()
      .waitFor()
    await expectStill(page)
  })

  test('on a list of leads', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await page.locator('[data-row]').first().waitFor()
    await page.getByText(/\d+ subscribed/).waitFor()
    await page.getByRole('region', { name: 'Leads sent to you' }).waitFor()
    await expectStill(page)
  })

  test('on the deals, whose filters and figures come late', async ({ page }) => {
    await signIn(page, 'Administrator', '/deals')
    await page.locator('[data-deal]').first().waitFor()
    await page.locator('[aria-busy="false"]').first().waitFor()
    await page.getByRole('button', { name: 'Fell through' }).waitFor()
    await expectStill(page)
  })

  test('on the notifications, while the browser is asked what it can', async ({ page }) => {
    // The headless shell denies them to every page, whatever it is asked to grant.
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'granted' }))
    await signIn(page, 'Agent', '/notifications')
    await page.getByRole('region', { name: 'What reaches you' }).getByRole('table').waitFor()
    await page.getByRole('button', { name: 'Turn on here' }).and(page.locator(':enabled')).waitFor()
    await expectStill(page)
  })

  test('on the messages, whose list gets a scrollbar', async ({ page }) => {
    await signIn(page, 'Agent', '/messages')
    await page.getByRole('main').getByRole('listitem').first().waitFor()
    await expectStill(page)
  })

  test('on the page of a lead, also when one of its panels comes late', async ({ page }) => {
    // Leads that other tests have added are last here: they have done nothing yet, and nothing stands on their timelines.
    await signIn(page, 'Agent', '/leads_v2?sort=-lead_score')
    const link = page.locator('[data-row] a[data-lead]').first()
    const path = (await link.getAttribute('href')) ?? ''
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/crm\/lead\/\d+\/showings/, async route => {
      await released
      await route.continue()
    })
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    await page.goto(path)
    await panel('Timeline').getByRole('listitem').first().waitFor()
    await panel('Tasks').waitFor()
    release()
    await panel('Showings').waitFor()
    await panel('Notes').waitFor()
    await expectStill(page)
  })
})
