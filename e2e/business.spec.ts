import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('an owner sees the year, sets its goal in a second window, and types what a source costs', async ({
  page,
  browser,
}) => {
  await signIn(page, 'Administrator', '/business?length=quarter')
  const commission = page.getByRole('region', { name: 'Commission closed' })
  await expect(commission.getByText(/of the goal|Set a goal/)).toBeVisible()

  const second = await browser.newPage()
  await signIn(second, 'Administrator', '/business?length=quarter')
  await second.getByRole('region', { name: 'Commission closed' }).getByRole('button').first().click()
  const goal = second.getByRole('dialog').getByLabel('Gross commission')
  await goal.fill('50000000')
  await goal.press('Enter')
  await expect(second.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('goal $50M')).toBeVisible()
  await second.close()

  const sources = page.getByRole('region', { name: 'Sources' })
  await sources.getByRole('button', { name: 'Edit costs' }).click()
  const cost = sources.getByLabel('Cost of Website')
  await cost.fill('1234.50')
  await cost.press('Enter')
  await page.waitForResponse(answer => answer.url().includes('/reports/sources/costs'))
  await page.reload()
  await sources.getByRole('button', { name: 'Edit costs' }).click()
  await expect(sources.getByLabel('Cost of Website')).toHaveValue('$1,234.5')
})

test('leads without a first contact are offered to others in one press, and go back with Undo', async ({ page }) => {
  await signIn(page, 'Administrator', '/business?length=month')
  await page.getByRole('button', { name: /^Without a first contact/ }).click()
  const panel = page.getByRole('complementary', { name: 'Without a first contact' })
  await expect(panel.getByRole('heading', { name: 'Waiting longest' })).toBeVisible()
  await page.reload()
  await panel.getByRole('button', { name: /^Offer .*again$/ }).click()
  await expect(page.getByText(/^Offered \d+ leads? again\./)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/given back|taken back|undone/i).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('an agent has no page of the business', async ({ page }) => {
  await signIn(page, 'Agent', '/business')
  await expect(page.getByRole('heading', { name: 'Business' })).toHaveCount(0)
})

test('an owner has the page sent every Monday, and stops it by the link of the e-mail', async ({ page }) => {
  await signIn(page, 'Administrator', '/business?length=month')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'E-mail weekly' }).click()
  await page.getByRole('button', { name: 'Send it to me' }).click()
  await expect(page.getByText(/comes by e-mail: Every Monday at 8:00 AM/)).toBeVisible()
  await page.goto('/business?by_email=true')
  await page.getByRole('button', { name: 'Stop sending it' }).click()
  await expect(page.getByText(/does not come by e-mail any more/)).toBeVisible()
})
