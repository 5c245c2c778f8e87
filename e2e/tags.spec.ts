import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const rows = (page: Page) => page.locator('[data-row]')
const panel = (page: Page) => page.getByRole('region', { name: 'Tags' })
const box = (page: Page) => page.getByPlaceholder('Find or create a tag')

/** Ticks the first rows of the list by keyboard. */
async function choose(page: Page, count: number) {
  await rows(page).first().waitFor()
  for (let row = 0; row < count; row++) for (const key of ['j', 'x']) await page.keyboard.press(key)
  await expect(page.getByText(`${count} selected`)).toBeVisible()
}

const openBox = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Tags', exact: true }).click()

/** Where leads that are offered by what other tests do are last: an offer ends, and its lead is gone from under the test. */
const OWN_LEADS = '/leads_v2?sort=-lead_score'

/** How many leads have a tag, as the list filtered by it counts them. */
async function countOf(page: Page, name: string): Promise<number> {
  await page.goto('/admin?section=tags')
  await page.getByLabel('Find a tag').fill(name)
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1)
  const link = page.getByRole('link', { name: new RegExp(`leads with the tag ${name}`) })
  return Number(((await link.textContent()) ?? '').replace(/\D/g, ''))
}

test.describe('tags', () => {
  test('one lead: made, taken away, put back', async ({ page }) => {
    await signIn(page, 'Agent', OWN_LEADS)
    await rows(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leads\/[^/]+_\d+/)
    await panel(page).getByRole('button', { name: 'Tag', exact: true }).click()
    await box(page).fill('Open house Sunday')
    await expect(page.getByRole('option', { name: /Create “Open house Sunday”/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const remove = panel(page).getByRole('button', { name: 'Remove tag Open house Sunday' })
    await expect(remove).toBeVisible()
    await expect(page.getByText('Added Open house Sunday')).toBeVisible()
    await remove.click()
    await expect(page.getByText('Removed tag Open house Sunday.')).toBeVisible()
    await expect(remove).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(remove).toBeVisible()
    await page.reload()
    await expect(remove).toBeVisible()
  })

  test('shows that a tag is on its way, and takes it back when it cannot be saved', async ({ page }) => {
    await signIn(page, 'Agent', OWN_LEADS)
    await rows(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leads\/[^/]+_\d+/)
    let answer = () => {}
    const asked = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/crm/lead/*/tag', async route => {
      await asked
      await route.fulfill({ status: 500, json: { status: 0, data: null, message: '', error: 'internal' } })
    })
    await panel(page).getByRole('button', { name: 'Tag', exact: true }).click()
    await box(page).fill('Never kept')
    await page.getByRole('option', { name: /Create/ }).click()
    await expect(panel(page).getByRole('img', { name: 'is being added' })).toBeVisible()
    answer()
    await expect(panel(page).getByText('Never kept')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  test('ten leads: all, some and none of them, undone at once', async ({ page }) => {
    await signIn(page, 'Administrator')
    await choose(page, 4)
    await openBox(page)
    await box(page).fill('Spring tour')
    await expect(page.getByRole('option', { name: /Create “Spring tour”/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'Spring tour' })).toHaveAttribute('aria-checked', 'true')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Tags has been updated!')).toBeVisible()
    await page.reload()
    await choose(page, 10)
    await openBox(page)
    const option = page.getByRole('option', { name: 'Spring tour' })
    await expect(option).toHaveAttribute('aria-checked', 'mixed')
    await option.click()
    await expect(option).toHaveAttribute('aria-checked', 'true')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(/Tags has been updated!/)).toBeVisible()
    const undone = page.waitForResponse(/\/crm\/bulk\/\d+\/undo/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await undone
    expect(await countOf(page, 'Spring tour')).toBe(4)
  })

  test('an entire list, then merged into another tag', async ({ page }) => {
    test.slow()
    await signIn(page, 'Administrator')
    await choose(page, 1)
    await page.getByRole('button', { name: /^Select all/ }).click()
    // The other tests of this worker have added leads.
    const chosen = await page.getByText(/^\d{3} selected$/).textContent()
    const everybody = Number.parseInt(chosen ?? '', 10)
    expect(everybody).toBeGreaterThanOrEqual(400)
    await openBox(page)
    await box(page).fill('Everybody of this list')
    await expect(page.getByRole('option', { name: /Create “Everybody of this list”/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'Everybody of this list' })).toHaveAttribute('aria-checked', 'true')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Tags has been updated!')).toBeVisible({ timeout: 30_000 })
    expect(await countOf(page, 'Everybody of this list')).toBe(everybody)
    await page.getByRole('button', { name: 'Actions for Everybody of this list' }).click()
    await page.getByRole('menuitem', { name: /Merge/ }).click()
    await page.getByRole('combobox', { name: 'Into' }).fill('Waterfront')
    await page.getByRole('option', { name: 'Waterfront' }).click()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Restored the tag Everybody of this list.')).toBeVisible()
    expect(await countOf(page, 'Everybody of this list')).toBe(everybody)
    await page.getByRole('button', { name: 'Actions for Everybody of this list' }).click()
    await page.getByRole('menuitem', { name: /Merge/ }).click()
    await page.getByRole('combobox', { name: 'Into' }).fill('Waterfront')
    await page.getByRole('option', { name: 'Waterfront' }).click()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    // It can be taken back for 15 seconds; then its leads move.
    await expect(page.getByText('No tag of that name')).toBeVisible({ timeout: 60_000 })
    expect(await countOf(page, 'Waterfront')).toBe(everybody)
  })
})
