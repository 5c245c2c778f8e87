import { readFile } from 'node:fs/promises'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('a number of a report opens the people behind it, and the address brings both back', async ({ page }) => {
  await signIn(page, 'Administrator', '/reports?report=response-times&length=quarter')
  const table = page.getByRole('table', { name: 'Response times' })
  const never = page.getByRole('button', { name: /^Never/ })
  await expect(never).toBeVisible()
  await never.click()
  const list = page.getByRole('complementary', { name: 'Never' })
  await expect(list.getByText(/Automatic messages do not count/)).toBeVisible()
  await expect(list.getByRole('link').first()).toBeVisible()
  await page.reload()
  await expect(list.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(table.getByRole('row')).not.toHaveCount(0)

  await page.getByRole('tab', { name: 'From lead to deal' }).click()
  const funnel = page.getByRole('region', { name: 'From lead to deal' })
  await funnel.getByRole('button', { name: 'Connected' }).click()
  await expect(page.getByRole('complementary', { name: 'Leads, Connected' }).getByRole('link').first()).toBeVisible()
})

test('the table of a report is saved with the rows that it shows, and the period before is a press away', async ({
  page,
}) => {
  await signIn(page, 'Team lead', '/reports?report=commissions&length=year')
  const table = page.getByRole('table', { name: 'Commissions' })
  await expect(table).toBeVisible()
  const names = await table.getByRole('rowheader').allTextContents()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(names.length + 1)
  const year = new Date().getFullYear()
  await page.keyboard.press('[')
  await expect(page.getByText(`Jan 1 to Dec 31, ${year - 1}`).first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`at=${year - 1}-12-31`))
})

test('an agent reads the own place among all agents, and nobody else’s numbers', async ({ page }) => {
  await signIn(page, 'Agent', '/reports')
  await page.getByText('Year', { exact: true }).click()
  const rows = page.getByRole('table', { name: 'Leaderboard' }).getByRole('rowheader')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('cell', { name: /^\d/ }).first()).toBeVisible()
})

test('the leaderboard scrolls sideways at no width, and a number keeps the focus when its list takes its column away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 800 })
  await signIn(page, 'Administrator', '/reports?length=year')
  const table = page.getByRole('table', { name: 'Leaderboard' })
  const hidden = () => table.locator('..').evaluate(region => region.scrollWidth - region.clientWidth)
  const heads = table.getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Offers' })).toHaveText(['Showings', 'Offers'], { useInnerText: true })
  expect(await hidden()).toBe(0)
  const offers = table.locator('[data-metric=offers]:visible').first()
  await offers.press('Enter')
  await expect(page.getByRole('complementary', { name: /^Offers/ })).toBeVisible()
  await expect(heads.filter({ hasText: 'Offers' })).toHaveText(['Showings\nOffers'], { useInnerText: true })
  await expect(table.getByRole('button', { name: /^Offers \d/, pressed: true })).toBeFocused()
  expect(await hidden()).toBe(0)
  await page.keyboard.press('Escape')
  await expect(offers).toBeFocused()
  for (const width of [1280, 1100, 1000, 902]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(hidden, `at ${width} pixels`).toBe(0)
  }
})

test('a report is saved under a name, comes by e-mail every Monday, and stops', async ({ page }) => {
  await signIn(page, 'Team lead', '/reports?report=funnel&length=quarter')
  await page.getByRole('button', { name: 'Saved reports' }).click()
  await page.getByRole('menuitem', { name: 'Save this report' }).click()
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('How far our leads get')
  await name.press('Enter')
  await expect(page).toHaveURL(/saved=\d+/)

  const saved = page.getByRole('button', { name: 'Saved report: How far our leads get' })
  await saved.click()
  await page.getByRole('menuitem', { name: 'Send it to me by e-mail' }).click()
  await page.getByRole('button', { name: 'Send it to me' }).click()
  await expect(page.getByText(/comes by e-mail: Every Monday at 8:00 AM/)).toBeVisible()

  const id = new URL(page.url()).searchParams.get('saved')
  await page.goto(`/reports?saved=${id}`)
  await expect(page.getByRole('tab', { name: 'From lead to deal' })).toHaveAttribute('aria-selected', 'true')
  await saved.click()
  await page.getByRole('menuitem', { name: 'Every Monday at 8:00 AM' }).click()
  await page.getByRole('button', { name: 'Stop sending it' }).click()
  await expect(page.getByText(/does not come by e-mail any more/)).toBeVisible()
})

test('the leaderboard on a TV turns its pages until somebody stops it, outlives the network, and ends with Esc', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, 'Administrator', '/reports?length=year')
  await page.getByRole('button', { name: 'Show on a TV' }).click()
  await expect(page).toHaveURL(/tv=true/)
  const tv = page.getByRole('dialog', { name: 'Leaderboard on TV' })
  const first = tv.getByRole('rowheader').first()
  await expect(tv.getByText(/^1 of \d+$/)).toBeVisible()
  const leader = await first.textContent()
  await page.clock.fastForward(20_000)
  await expect(tv.getByText(/^2 of \d+$/)).toBeVisible()
  await expect(first).not.toHaveText(leader ?? '')

  await tv.getByRole('button', { name: 'Pause turning pages' }).click()
  await page.clock.fastForward(60_000)
  await expect(tv.getByText(/^2 of \d+$/)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(tv.getByText(/^1 of \d+$/)).toBeVisible()
  await expect(tv.getByRole('button', { name: 'Go on turning pages' })).toBeVisible()

  await context.setOffline(true)
  await page.clock.fastForward(60_000)
  await expect(tv.getByRole('status')).toHaveText(/^No connection\. Numbers as of /)
  await expect(first).toHaveText(leader ?? '')
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await expect(tv).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show on a TV' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Leaderboard' })).toBeVisible()
})

test('a TV whose numbers do not come says so, and shows them once they do', async ({ page }) => {
  await page.clock.install()
  await page.route('**/crm/reports/leaderboard?*', route =>
    route.fulfill({ status: 500, json: { status: 0, message: '' } }),
  )
  await signIn(page, 'Administrator', '/reports?length=year&tv=true')
  const tv = page.getByRole('dialog', { name: 'Leaderboard on TV' })
  await tv.waitFor()
  await page.clock.fastForward(5_000)
  await expect(tv.getByText('The numbers couldn’t be loaded. Trying again every minute.')).toBeVisible()
  await page.unrouteAll()
  await page.clock.fastForward(61_000)
  await expect(tv.getByRole('rowheader').first()).toBeVisible()
})

test('an agent sees on a TV what the leaderboard shows them: one page, which does not turn', async ({ page }) => {
  await signIn(page, 'Agent', '/reports?length=year&tv=true')
  const tv = page.getByRole('dialog', { name: 'Leaderboard on TV' })
  await expect(tv.getByRole('rowheader')).toHaveCount(1)
  await expect(tv.getByRole('button', { name: 'Pause turning pages' })).toHaveCount(0)
  await tv.getByRole('button', { name: 'Leave the TV' }).click()
  await expect(page).not.toHaveURL(/tv=true/)
})
