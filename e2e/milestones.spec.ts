import type { Page } from '@playwright/test'
import { wallTimeText } from '../src/platform/ui/dates/wallTime.ts'
import { expect, test } from './product.ts'
import { dayIn, signIn } from './support.ts'

/** Opens the milestone modal for the first row of the list. */
async function openModal(page: Page) {
  await signIn(page, 'Agent', '/leads_v2')
  await page.locator('[data-row]').first().hover()
  await page
    .locator('[data-row]')
    .first()
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Add a milestone' }).click()
  return page.getByRole('dialog')
}

test.describe('the milestone modal', () => {
  test('opens with today and a progress update, stays open when it fails, and closes once it is saved', async ({
    page,
  }) => {
    const modal = await openModal(page)
    await expect(modal.getByRole('combobox', { name: 'Activity' })).toHaveValue('Progress Update')
    expect(await modal.getByLabel('When').inputValue()).toContain(wallTimeText('date', dayIn(0), dayIn(0)))
    await modal.getByLabel('Description').fill('Pre-approved for 800')
    await page.route('**/crm/milestone/store', route => route.fulfill({ status: 500, json: { status: 0 } }), {
      times: 1,
    })
    await modal.getByRole('button', { name: 'Save milestone' }).click()
    await expect(modal.getByText('Failed to create milestone.')).toBeVisible()
    const sent = page.waitForRequest('**/crm/milestone/store')
    await modal.getByRole('button', { name: 'Save milestone' }).click()
    expect(new URLSearchParams((await sent).postData() ?? '').get('milestoneTypeId')).toBe('20')
    await expect(page.getByText('Milestone saved.')).toBeVisible()
    await expect(modal).toBeHidden()
  })

  test('says that a call was logged', async ({ page }) => {
    const modal = await openModal(page)
    await modal.getByRole('combobox', { name: 'Activity' }).click()
    await page.getByRole('option', { name: 'Call', exact: true }).click()
    await expect(modal.getByRole('button', { name: 'Save milestone' })).toBeDisabled()
    await modal.getByRole('combobox', { name: 'Outcome' }).click()
    await page.getByRole('option', { name: 'No answer' }).click()
    await modal.getByRole('button', { name: 'Save milestone' }).click()
    await expect(page.getByText('Call log has been created.')).toBeVisible()
  })
})

test('the menu of a row stays open when the pointer leaves the row', async ({ page }) => {
  await signIn(page, 'Agent', '/leads_v2')
  const row = page.locator('[data-row]').first()
  await row.hover()
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menu').waitFor()
  await page.locator('[data-row]').nth(12).hover({ force: true })
  await page.locator('[data-row]').nth(14).hover({ force: true })
  await expect(
    page
      .locator('[data-row]')
      .nth(14)
      .getByRole('button', { name: /^More for/ }),
  ).toBeVisible()
  await expect(row.getByRole('button', { name: /^More for/ })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Add a milestone' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
})
