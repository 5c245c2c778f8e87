import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('a deposit comes in, is paid on and taken back, and a second window sees it', async ({ page, browser }) => {
  await signIn(page, 'Deals', '/deals?status=3')
  await page.locator('tbody th a').first().click()
  await page.getByRole('tab', { name: 'Trust' }).click()
  const path = new URL(page.url()).pathname
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'Administrator', `${path}?tab=trust`)
  await other.getByRole('button', { name: 'Money came in' }).waitFor()

  const from = `Amara ${Date.now()}`
  await page.getByRole('button', { name: 'Money came in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('12345.67')
  await dialog.getByRole('textbox', { name: /^From/ }).fill(from)
  await dialog.getByRole('button', { name: 'Record deposit' }).click()
  await expect(page.getByText('The deposit is in the ledger.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: from })
  await expect(row).toContainText('$12,345.67')
  await expect(other.getByRole('row').filter({ hasText: from })).toContainText('$12,345.67')
  const saved = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Receipt \d+/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Receipt \d+ .*\.pdf$/)

  await page.getByRole('button', { name: 'Money went out' }).click()
  await dialog.getByLabel('Amount').fill('999999999')
  await dialog.getByRole('textbox', { name: /^To/ }).fill('Our account')
  await expect(dialog.getByRole('button', { name: 'Record payment' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await row.getByRole('button', { name: /^Take back/ }).click()
  await dialog.getByLabel('Reason').fill('The cheque bounced')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(row.getByText('Taken back')).toBeVisible()
  await expect(page.getByText(/Takes back entry \d+: The cheque bounced/)).toBeVisible()
  await expect(other.getByText(/Takes back entry \d+: The cheque bounced/)).toBeVisible()
})

test('two people close a month', async ({ page, browser }) => {
  await signIn(page, 'Deals', '/trust')
  await page.getByRole('button', { name: /Balanced/ }).click()
  await expect(page.getByText('You balanced this month. Somebody else closes it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close the month' })).toBeHidden()
  await page.getByRole('button', { name: 'Balance it again' }).click()

  const bank = page.getByLabel('Balance on the bank statement')
  const agree = page.getByRole('button', { name: 'They agree' })
  const closing = await bank.inputValue()
  await bank.fill('1')
  await expect(page.getByText(/ apart$/)).toBeVisible()
  await expect(agree).toBeDisabled()
  await bank.fill(closing)
  await agree.click()
  await expect(page.getByText('A second person closes it.').first()).toBeVisible()

  const second = await (await browser.newContext()).newPage()
  await signIn(second, 'Administrator', new URL(page.url()).pathname + new URL(page.url()).search)
  await second.getByRole('button', { name: 'Close the month' }).click()
  await expect(second.getByText('The month is closed.')).toBeVisible()
  await expect(page.getByText(/^Balanced by .*, closed by/)).toBeVisible()
})
