import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { pressUndo, signIn } from './support.ts'

const rows = (page: Page) => page.locator('[data-row]')
const star = (page: Page) => page.getByRole('button', { name: /^Pin / })
const inPalette = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(name) }).first()

/** Opens the lead that stands so far down in the list, and answers its name. */
async function openLead(page: Page, place: number): Promise<string> {
  await rows(page).first().waitFor()
  for (let step = 0; step < place; step++) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/leads\/[^/]+_\d+/)
  await star(page).waitFor()
  return (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
}

test.describe('pinned leads', () => {
  test('by the star or its key: on top of the palette, in every window, and undone', async ({ page, context }) => {
    await signIn(page, 'Administrator', '/leads')
    const name = await openLead(page, 1)
    const other = await context.newPage()
    await other.goto(page.url())
    await expect(star(other)).toHaveAttribute('aria-pressed', 'false')

    await star(page).click()
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText(`${name} pinned.`)).toBeVisible()
    await expect(star(other)).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Control+k')
    await expect(page.getByText('Pinned', { exact: true })).toBeVisible()
    await expect(page.getByRole('option').first()).toContainText(name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.keyboard.press('*')
    await expect(star(page)).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText(`${name} unpinned.`)).toBeVisible()
    await pressUndo(page)
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  })

  test('from the menu of a row, and opened from the palette by Enter alone', async ({ page }) => {
    await signIn(page, 'Super administrator', '/leads')
    const row = rows(page).nth(2)
    await row.waitFor()
    await row.hover()
    await row.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
    const said = page.getByText(/ pinned\.$/)
    const name = ((await said.textContent()) ?? '').replace(/ pinned\.$/, '')
    await page.keyboard.press('Control+k')
    await expect(inPalette(page, name)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  })

  test('shown at once, and put back when the server refuses', async ({ page }) => {
    await signIn(page, 'Agent', '/leads')
    await openLead(page, 4)
    const before = (await star(page).getAttribute('aria-pressed')) === 'true'
    let answer = () => {}
    const asked = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/crm/lead/*/pin', async route => {
      await asked
      await route.fulfill({
        status: 409,
        json: { status: 0, data: null, message: 'Unpin one first.', error: 'conflict' },
      })
    })
    await star(page).click()
    await expect(star(page)).toHaveAttribute('aria-pressed', String(!before))
    answer()
    await expect(star(page)).toHaveAttribute('aria-pressed', String(before))
    await expect(page.getByText('Unpin one first.')).toBeVisible()
  })

  test('a thumb finds the star on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, 'Agent', '/leads')
    await rows(page).first().click()
    await page.waitForURL(/\/leads\/[^/]+_\d+/)
    const box = await star(page).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  })
})
