import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const rowsOf = (page: Page) => page.locator('[data-row]')
const setStatus = async (page: Page, status: string) => {
  await page.getByRole('toolbar', { name: 'Selected leads' }).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: status, exact: true }).click()
}
/** How many leads the list holds, as it says itself. */
const totalOf = async (page: Page) =>
  Number((await page.getByRole('grid', { name: 'Leads' }).getAttribute('aria-rowcount')) ?? 0) - 1

test.describe("an administrator's hour", () => {
  test('the entire list but one turns to another status in the background, and back', async ({ page }) => {
    await signIn(page, 'Administrator', '/leads')
    await rowsOf(page).first().waitFor()
    const total = await totalOf(page)
    expect(total).toBeGreaterThan(200)
    await page.getByRole('checkbox', { name: 'Select all loaded leads' }).click()
    await page.getByRole('button', { name: /^Select all / }).click()
    await expect(page.getByText(`${total} selected`)).toBeVisible()
    const spared = rowsOf(page).first()
    const id = await spared.getAttribute('data-row')
    const before = await spared.getByRole('button', { name: /^Status: / }).getAttribute('aria-label')
    const second = await rowsOf(page)
      .nth(1)
      .getByRole('button', { name: /^Status: / })
      .getAttribute('aria-label')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(page.getByText(`${total - 1} selected`)).toBeVisible()
    await setStatus(page, 'Past client')
    await expect(
      page
        .getByRole('region', { name: 'Bulk changes' })
        .or(page.getByText(/^Selected leads updated!/))
        .first(),
    ).toBeVisible()
    const said = page.getByText(/^Selected leads updated!/)
    await expect(said).toBeVisible({ timeout: 30_000 })
    // Under the mouse it stays.
    await said.hover()
    const statusOf = (index: number) =>
      rowsOf(page)
        .nth(index)
        .getByRole('button', { name: /^Status: / })
    await expect(statusOf(1)).toHaveAccessibleName(/Past client/)
    await expect(rowsOf(page).first()).toHaveAttribute('data-row', id ?? '')
    await expect(statusOf(0)).toHaveAccessibleName(before ?? '')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/^Undone: /)).toBeVisible({ timeout: 30_000 })
    await expect(statusOf(1)).toHaveAccessibleName(second ?? '')
  })

  test('is told when the entire list cannot be selected, and when a status was not saved', async ({ page }) => {
    await signIn(page, 'Administrator', '/leads')
    await rowsOf(page).first().waitFor()
    const fail = {
      status: 500,
      contentType: 'application/json',
      body: '{"status":0,"data":null,"message":"","error":null}',
    }
    await page.route('**/crm/leads/all/leads*', route => route.fulfill(fail))
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: /^Select all / }).click()
    await expect(page.getByText('Failed to select all leads.')).toBeVisible()
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.route('**/crm/leads/status', route => route.fulfill(fail))
    const status = rowsOf(page)
      .first()
      .getByRole('button', { name: /^Status: / })
    const before = (await status.getAttribute('aria-label')) ?? ''
    await setStatus(page, before.includes('Showing') ? 'Offer' : 'Showing')
    await expect(page.getByText('Failed to save status for selected leads.')).toBeVisible()
    await expect(status).toHaveAccessibleName(before)
  })

  test('another filter begins another selection', async ({ page }) => {
    await signIn(page, 'Administrator', '/leads')
    await rowsOf(page).first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all loaded leads' }).click()
    await expect(page.getByRole('toolbar', { name: 'Selected leads' })).toBeVisible()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Type' }).click()
    await page.getByRole('checkbox', { name: 'Renter' }).click()
    await expect(page.getByRole('toolbar', { name: 'Selected leads' })).toBeHidden()
  })

  test('shift chooses everything between two rows', async ({ page }) => {
    await signIn(page, 'Administrator', '/leads')
    await rowsOf(page).first().waitFor()
    const boxes = page.getByRole('checkbox', { name: /^Select / })
    await rowsOf(page).nth(1).hover()
    await rowsOf(page).nth(1).locator('[data-choose]').click()
    await rowsOf(page)
      .nth(6)
      .locator('[data-choose]')
      .click({ modifiers: ['Shift'] })
    await expect(page.getByText('6 selected')).toBeVisible()
    await expect(boxes.nth(4)).toBeChecked()
  })
})

test.describe("an agent's clients", () => {
  test('are spoken of as clients', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2?tab=clients')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await setStatus(page, 'Closed')
    await expect(page.getByText(/^Selected clients updated!|^Nothing changed/)).toBeVisible()
  })
})
