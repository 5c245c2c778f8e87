import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, type Route } from '@playwright/test'
import { test } from './product.ts'
import { signIn } from './support.ts'

test('an agent takes a deal over from a loop, finds it again after a reload, and submits it', async ({ page }) => {
  await signIn(page, 'Agent', '/deals')
  await page.getByRole('button', { name: 'Submit deal' }).click()
  const form = page.getByRole('dialog', { name: 'Submit a deal' })
  await form.getByRole('button', { name: 'Import from loop' }).click()
  const loops = page.getByRole('dialog', { name: 'Import from loop' })
  await loops.getByRole('button', { name: 'Import loop' }).click()
  await expect(loops.getByRole('alert')).toHaveText('No Loop selected')
  await loops.getByLabel('Search loops').fill('Stadium')
  await loops.getByRole('button', { name: /Stadium Rd/ }).waitFor()
  await loops.getByLabel('Search loops').press('ArrowDown')
  await expect(loops.getByRole('heading', { name: '1208 – 38 Stadium Rd' })).toBeVisible()
  await expect(loops.getByRole('row', { name: /Accepted price/ })).toContainText('$1,149,000')
  await loops.getByRole('button', { name: /Import loop, \d+ files?/ }).click()
  await expect(page.getByText('Loop has been imported')).toBeVisible()
  await expect(loops).toHaveCount(0)

  await expect(form.getByLabel('Street name')).toHaveValue('Stadium Rd')
  await expect(form.getByLabel('Accepted price')).toHaveValue('$1,149,000')
  await form.getByLabel('Co-op commission').fill('2.5')
  await expect(form.getByLabel('Total commission')).toHaveValue('$28,725')
  const own = form.getByRole('textbox', { name: /^Percentage of / }).first()
  await own.fill('94')
  await expect(form.getByRole('status').filter({ hasText: '6 % left' })).toBeVisible()
  const submit = form.getByRole('button', { name: 'Submit deal' })
  await expect(submit).toBeDisabled()
  await own.fill('100')
  await expect(submit).toBeEnabled()

  await page.reload()
  // Long before the presses: a busy browser sends a request past what was cut a moment ago.
  let isCut = true
  const line = (route: Route) => (isCut ? route.abort() : route.continue())
  await page.route('**/crm/coop-deals/store', line)
  await page.route('**/crm/uploads', line)
  await page.getByRole('button', { name: 'Submit deal (draft)' }).click()
  await expect(form.getByLabel('Street name')).toHaveValue('Stadium Rd')
  await expect(submit).toBeEnabled()
  await form.locator('input[type=file][accept="application/pdf"]').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hello'),
  })
  await expect(form.getByText('notes.txt is not a PDF.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(form.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
  await expect(form.getByLabel('Street name')).toHaveValue('Stadium Rd')
  const pdf = await PDFDocument.create()
  pdf.addPage()
  await form.locator('input[type=file][accept="application/pdf"]').setInputFiles({
    name: 'Form320.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await pdf.save()),
  })
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(form.getByText('Waiting for the network · 0 %')).toBeVisible()
  isCut = false
  await expect(page.getByText('Your deal has been submitted!')).toBeVisible()
  await expect(form).toHaveCount(0)

  await page.getByRole('button', { name: 'Submit deal' }).click()
  await expect(form.getByLabel('Street name')).toHaveValue('')
  await form.getByLabel('MLS number').fill('Z9')
  await expect(form.getByText('There is no listing with this MLS number.')).toBeVisible()
})

test('a listing of the brokerage is added and changes its price', async ({ page }) => {
  await signIn(page, 'Agent', '/brokerage-listings')
  await page.getByRole('link', { name: 'New listing' }).click()
  await page.getByLabel('Street number').fill('31')
  await page.getByLabel('Street name').fill('Beatrice St')
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('1399000')
  await page.getByRole('button', { name: 'Add listing' }).click()
  await expect(page.getByRole('heading', { name: /31 Beatrice St/ })).toBeVisible()
  await page.getByRole('button', { name: 'Change price' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Change the price' })
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('1349000')
  await dialog.getByRole('button', { name: 'Change price' }).click()
  await expect(page.getByText('Price down $50,000')).toBeVisible()
})
