import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const tree = (page: Page) => page.getByRole('table', { name: 'Areas' })
const rowOf = (page: Page, name: string) =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })

/** Does something with an area, by the menu of its row. */
async function act(page: Page, area: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${area}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Chooses an area in a dialog by what somebody types of it. */
async function choose(page: Page, label: string, typed: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an administrator pastes, renames, moves, merges and retires areas, and another one sees it', async ({
  page,
  browser,
}) => {
  await signIn(page, 'Administrator', '/admin?section=areas')
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'Super administrator', '/admin?section=areas&search=Hamil')
  await expect(other.getByText('No area of that name')).toBeVisible()

  await page.getByRole('button', { name: 'Paste a list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('textbox', { name: 'Areas' })
    .fill('Hamilton\n  Lower City\n    Durand\n    Strathcona\n  Upper City\n    durand')
  await expect(dialog.getByText('6 areas new.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 6 areas' }).click()
  await expect(rowOf(other, 'Hamilton')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Find an area' }).fill('durand')
  await expect(rowOf(page, 'durand')).toBeVisible()
  await act(page, 'Lower City', 'Rename or move')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('upper city')
  await expect(dialog.getByText('“Hamilton” has “Upper City” already.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Downtown')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Downtown')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'Lower City')).toBeVisible()

  await act(page, 'durand', 'Rename or move')
  await choose(page, 'Lies in', 'Hamil', 'Hamilton')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'durand').getByText('District')).toBeVisible()

  await act(page, 'durand', 'Merge into another area')
  await choose(page, 'Into', 'Durand, Lower', 'Durand, Lower City, Hamilton')
  await expect(dialog.getByText('Nothing refers to durand.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(rowOf(page, 'durand')).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Find an area' }).fill('hamil')
  await act(page, 'Hamilton', 'Retire')
  await expect(rowOf(other, 'Hamilton').getByText('Retired')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rowOf(other, 'Hamilton').getByText('Retired')).toHaveCount(0)

  await page.goto('/admin?section=audit')
  await expect(page.getByText(/merged the area “?durand”? into “?Durand/)).toBeVisible()
})

test('an administrator sees what refers to an area before it is merged, what lies in it under the other one after that, and undoes it', async ({
  page,
}) => {
  await signIn(page, 'Administrator', '/admin?section=areas&search=Ajax')
  await act(page, 'Ajax', 'Merge into another area')
  await choose(page, 'Into', 'Pickering', 'Pickering')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'What moves' })).toContainText(
    'North Ajax, South Ajax move to Pickering.',
  )
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(rowOf(page, 'Ajax')).toHaveCount(0)
  await expect(rowOf(page, 'Pickering')).toBeVisible()
  await expect(rowOf(page, 'North Ajax')).toBeVisible()

  await page.getByRole('button', { name: /^Merged/ }).click()
  const merges = page.getByRole('table', { name: 'Merged areas' })
  await expect(merges.getByRole('row').filter({ hasText: 'Ajax' })).toContainText('Pickering')
  await page.getByRole('button', { name: 'Undo the merge of Ajax' }).click()
  await expect(dialog.getByRole('region', { name: 'What returns' })).toContainText(
    'North Ajax, South Ajax move back into Ajax.',
  )
  await dialog.getByRole('button', { name: 'Undo the merge' }).click()
  await expect(page.getByText('Ajax is an area of its own again.')).toBeVisible()
  await expect(merges.getByRole('row').filter({ hasText: 'Ajax' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Merged/ }).click()
  await expect(rowOf(page, 'Ajax')).toBeVisible()
  await expect(rowOf(page, 'North Ajax')).toBeVisible()
})

test('an administrator gives a site another address and retires it, and takes both back', async ({ page }) => {
  await signIn(page, 'Administrator', '/admin?section=sites')
  const sites = page.getByRole('table', { name: 'Sites' })
  await page.getByRole('button', { name: 'Add site' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour Homes')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('harbour')
  await dialog.getByRole('button', { name: 'Add site' }).click()
  await expect(dialog.getByText(/must be a domain/).first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('harbour.example')
  await dialog.getByRole('button', { name: 'Add site' }).click()
  const row = sites.getByRole('row').filter({ hasText: 'Harbour Homes' })
  await expect(row).toContainText('harbour.example')

  await page.getByRole('button', { name: 'Actions for Harbour Homes' }).click()
  await page.getByRole('menuitem', { name: 'Retire' }).click()
  await expect(row.getByText('Retired')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('Retired')).toHaveCount(0)
  await row.getByRole('link', { name: 'Sources of Harbour Homes and their keys' }).click()
  await page.waitForURL('**/intake')
})

test('an administrator with a phone finds an area and its actions', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'Administrator', '/admin?section=areas')
  await page.getByRole('searchbox', { name: 'Find an area' }).fill('Toronto')
  await expect(tree(page).getByRole('row').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'Rename or move' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
