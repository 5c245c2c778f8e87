import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const card = (page: Page) => page.getByRole('complementary', { name: /^Peek: / })
const nameIn = (page: Page) => card(page).getByRole('heading', { level: 2 }).first()
const cursorName = (page: Page) => page.locator('[data-row][data-cursor] a[data-lead]')

test.describe('a peek by keyboard', () => {
  test('shows whoever is under the cursor of the leads, moves with it, and opens the page', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await page.locator('[data-row]').first().waitFor()
    for (const key of ['j', 'j']) await page.keyboard.press(key)
    await expect(cursorName(page)).toHaveCount(1)
    await page.keyboard.press(' ')
    await expect(nameIn(page)).toHaveText((await cursorName(page).textContent()) ?? '')
    for (const section of ['Next task', 'Latest'])
      await expect(card(page).getByRole('region', { name: section })).toBeVisible()
    const first = (await nameIn(page).textContent()) ?? ''
    await page.keyboard.press('j')
    await expect(nameIn(page)).not.toHaveText(first)
    await expect(nameIn(page)).toHaveText((await cursorName(page).textContent()) ?? '')
    await page.keyboard.press('k')
    await expect(nameIn(page)).toHaveText(first)
    await page.keyboard.press(' ')
    await expect(card(page)).toBeHidden()
    await page.keyboard.press(' ')
    await page.keyboard.press('Escape')
    await expect(card(page)).toBeHidden()
    // The list is where it was.
    await expect(cursorName(page)).toHaveText(first)
    await page.keyboard.press(' ')
    await expect(card(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leads\/.+_\d+/)
    await expect(card(page)).toBeHidden()
  })

  test('fetches the neighbours ahead, and asks for nobody whom the person may not open', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await page.locator('[data-row]').first().waitFor()
    for (const key of ['j', 'j']) await page.keyboard.press(key)
    const row = page.locator('[data-row]')
    const next = await row.nth(2).getAttribute('data-row')
    const ahead = page.waitForResponse(answer => new URL(answer.url()).pathname === `/crm/lead/${next}`)
    await page.keyboard.press(' ')
    expect((await ahead).status()).toBe(200)
    // Whoever may not open somebody hears that, and nothing more.
    const later = await row.nth(4).getAttribute('data-row')
    const refusal = { status: 0, data: null, message: 'This lead is not yours.', error: 'not_found' }
    await page.route(`**/crm/lead/${later}`, route => route.fulfill({ status: 404, json: refusal }))
    for (const key of ['j', 'j', 'j']) await page.keyboard.press(key)
    await expect(card(page).getByRole('alert')).toHaveText('This lead is not yours.')
    await expect(card(page).getByRole('region', { name: 'Latest' })).toHaveCount(0)
  })

  test('works in the tasks, the duplicates and beside what is written down', async ({ page }) => {
    await signIn(page, 'Agent', '/tasks')
    await page.locator('li[data-cursor]').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press(' ')
    await expect(card(page)).toBeVisible()
    const first = (await nameIn(page).textContent()) ?? ''
    await page.keyboard.press('j')
    await expect(nameIn(page)).not.toHaveText(first)
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(card(page)).toBeVisible()
    await page.goto('/duplicates')
    await page
      .getByRole('button', { name: /^Peek at / })
      .first()
      .click()
    await expect(card(page)).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await expect(card(page)).toBeHidden()
  })
})

test.describe('a peek by thumb', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('is a sheet with its steps at the thumb, over leads and tasks', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await page
      .getByRole('button', { name: /^More for / })
      .first()
      .tap()
    await page.getByRole('menuitem', { name: 'Peek' }).tap()
    const sheet = page.getByRole('dialog', { name: /^Peek: / })
    const name = sheet.getByRole('heading', { level: 2 }).first()
    await expect(sheet.getByRole('region', { name: 'Next task' })).toBeVisible()
    const first = (await name.textContent()) ?? ''
    await sheet.getByRole('button', { name: 'Next lead' }).tap()
    await expect(name).not.toHaveText(first)
    await sheet.getByRole('button', { name: 'Previous lead' }).tap()
    await expect(name).toHaveText(first)
    for (const button of ['Previous lead', 'Next lead', 'Open', 'Close']) {
      const box = await sheet.getByRole('button', { name: button, exact: true }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), button).toBeGreaterThanOrEqual(44)
    }
    // Nothing is cut at the side.
    expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet).toBeHidden()
    await page.goto('/tasks')
    await page
      .getByRole('button', { name: /^Change / })
      .first()
      .tap()
    await page.getByRole('menuitem', { name: 'Peek' }).tap()
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: 'Open' }).tap()
    await page.waitForURL(/\/leads\/.+_\d+/)
  })
  test('is no action of the search there, and neither is anything else that is about keys', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await page
      .getByRole('button', { name: /^More for / })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Search' }).first().tap()
    await expect(page.getByRole('option', { name: 'Add lead' })).toBeVisible()
    await expect(page.getByRole('option', { name: /Peek at the lead|Next lead|Keyboard shortcuts/ })).toHaveCount(0)
  })
})
