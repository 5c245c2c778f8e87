import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expect, test } from './product.ts'
import { leadRows, signIn } from './support.ts'

const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })
const view = (page: Page, name: string | RegExp) => views(page).getByRole('button', { name })

/** Opens the leads under these filters. */
async function filtered(page: Page, query: string): Promise<void> {
  await page.goto(`/leads?${query}`)
  await leadRows(page).first().waitFor()
}

/** The two presses: the button, and Enter. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
}

test.describe('saved views', () => {
  test('two presses keep what the list shows, under a name made from its filters', async ({ page }) => {
    await signIn(page, 'Administrator')
    await filtered(page, 'status=3,4,5')
    const found = await page.getByText(/leads · /).textContent()
    await save(page)
    await expect(page.getByText('View “Connected to Actively searching” saved.')).toBeVisible()
    await expect(view(page, /^Connected to Actively searching/)).toHaveAttribute('aria-current', 'true')
    await expect(page).toHaveURL(/view=\d+/)
    const address = new URL(page.url())
    await page.goto(`/leads?view=${address.searchParams.get('view')}`)
    await expect(page).toHaveURL(/status=/)
    await expect(page.getByText(/leads · /)).toHaveText(found ?? '')
  })

  test('says what differs from the open view, keeps it or goes back', async ({ page }) => {
    await signIn(page, 'Administrator')
    await filtered(page, 'type=buyer_lead')
    await save(page)
    await expect(view(page, /^Buyer/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter Type' }).click()
    await expect(views(page).getByText('changed')).toBeVisible()
    await views(page)
      .getByRole('button', { name: /^Revert/ })
      .click()
    await expect(page).toHaveURL(/type=buyer_lead/)
    await expect(views(page).getByText('changed')).toHaveCount(0)
    await page.goto(page.url().replace('buyer_lead', 'seller_lead'))
    await views(page)
      .getByRole('button', { name: /^Save the changes/ })
      .click()
    await expect(page.getByText(/saved with these filters/)).toBeVisible()
    await expect(views(page).getByText('changed')).toHaveCount(0)
  })

  test('keeps columns where somebody wants it to', async ({ page }) => {
    await signIn(page, 'Administrator')
    await filtered(page, 'status=6')
    const head = (name: string) => page.getByRole('columnheader', { name })
    const switchColumn = async (name: string) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
      await page.keyboard.press('Escape')
    }
    await switchColumn('Price')
    await expect(head('Price')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('checkbox', { name: 'Include current columns' }).check()
    await page.getByRole('button', { name: 'Save view' }).last().click()
    await expect(view(page, /^Showing/)).toHaveAttribute('aria-current', 'true')
    await switchColumn('Price')
    await expect(head('Price')).toBeVisible()
    await views(page)
      .getByRole('button', { name: /^Revert/ })
      .click()
    await expect(head('Price')).toHaveCount(0)
    await page.reload()
    await leadRows(page).first().waitFor()
    await expect(head('Price')).toHaveCount(0)
  })

  test('is renamed, shared, moved by keyboard, deleted and brought back', async ({ page }) => {
    await signIn(page, 'Super administrator')
    for (const query of ['status=1', 'status=2']) {
      await filtered(page, query)
      await save(page)
      await expect(page.getByText(/saved\.$/).last()).toBeVisible()
    }
    await view(page, /^Attempting contact/).press('Shift+ArrowLeft')
    await expect(views(page).locator('[aria-keyshortcuts]').first()).toContainText('Attempting contact')
    await page.getByRole('button', { name: 'Options of Attempting contact' }).click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Call these')
    await page.getByRole('combobox', { name: 'Visible to' }).click()
    await page.getByRole('option', { name: 'Everyone' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(view(page, /^Call these/)).toBeVisible()
    await page.getByRole('button', { name: 'Options of Call these' }).click()
    await expect(page.getByText('Shared with everyone')).toBeVisible()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(view(page, /^Call these/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(view(page, /^Call these/)).toBeVisible()
  })

  test('on a phone are behind one button', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, 'Second agent', '/leads_v2?status=1,2,3')
    await save(page)
    await page.getByRole('button', { name: /^Views: New to Connected/ }).click()
    await expect(page.getByRole('menuitem', { name: /New to Connected/ })).toHaveAttribute('aria-current', 'true')
  })
})

test.describe('an export', () => {
  test('holds what was chosen: columns, progress, file', async ({ page }) => {
    await signIn(page, 'Administrator')
    await filtered(page, 'status=3')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Export/ })
    await dialog.getByRole('button', { name: 'None' }).click()
    await dialog.getByLabel('Find a column').fill('mail')
    await dialog.getByRole('checkbox', { name: 'E-mail', exact: true }).check()
    await dialog.getByLabel('Find a column').fill('status')
    await dialog.getByRole('checkbox', { name: 'Status', exact: true }).check()
    await dialog.getByRole('button', { name: /^Export \d+ lead/ }).click()
    await dialog.getByRole('button', { name: 'Download' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Leads .*\.csv$/)
    const rows = parse(await readFile(await download.path()), { bom: true, columns: true }) as Record<string, string>[]
    expect(Object.keys(rows[0] ?? {})).toEqual(['E-mail', 'Status'])
    expect(new Set(rows.map(row => row.Status))).toEqual(new Set(['Connected']))
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(page.getByText('2 in this order: E-mail, Status')).toBeVisible()
  })

  test('of chosen leads is offered in the bulk bar, to those who may', async ({ page }) => {
    await signIn(page, 'Super administrator', '/leads')
    await leadRows(page).first().waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('toolbar', { name: 'Selected leads' }).getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('dialog', { name: 'Export 2 leads' })).toBeVisible()
  })

  test('is not offered to agents', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await leadRows(page).first().waitFor()
    await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0)
  })
})
