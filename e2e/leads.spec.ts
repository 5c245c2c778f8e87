import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const rowsOf = (page: import('@playwright/test').Page) => page.locator('[data-row]')

test.describe("an agent's leads", () => {
  test('from the list to a lead, an edit, and back', async ({ page }) => {
    await signIn(page, 'Agent')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leads\/[^/]+_\d+/)
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('First name').fill('Renamed')
    await page.getByLabel('Occupation').fill('Architect')
    await page.getByRole('button', { name: /Save/ }).first().click()
    await expect(page.getByRole('heading', { name: /Renamed/ })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: /Renamed/ })).toBeVisible()
    await expect(page.getByText('Architect')).toBeVisible()
    await page.goBack()
    await expect(rowsOf(page).filter({ hasText: 'Renamed' }).first()).toBeVisible()
  })

  test('says which field is wrong, and loses nothing that was typed', async ({ page }) => {
    await signIn(page, 'Agent')
    await page.getByRole('button', { name: 'Add lead' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('First name').fill('Odalys')
    await form.getByLabel('E-mail').fill('not-an-address')
    await form.getByRole('button', { name: 'Add lead' }).click()
    await expect(form.getByText(/e-mail/i).last()).toBeVisible()
    await expect(form.getByLabel('First name')).toHaveValue('Odalys')
    await form.getByLabel('E-mail').fill(`odalys.${Date.now()}@mail.test`)
    await form.getByRole('button', { name: 'Add lead' }).click()
    await expect(page.getByText('Odalys has been added to your leads!')).toBeVisible()
    await expect(rowsOf(page).filter({ hasText: 'Odalys' }).first()).toBeVisible()
  })

  test('keeps filter and sort in the address, through reload, back and forward', async ({ page }) => {
    await signIn(page, 'Administrator')
    await rowsOf(page).first().waitFor()
    await page.getByRole('columnheader', { name: 'Score' }).click()
    await expect(page).toHaveURL(/sort=/)
    const first = await rowsOf(page).first().textContent()
    await page.reload()
    await rowsOf(page).first().waitFor()
    expect(await rowsOf(page).first().textContent()).toBe(first)
    await page.goBack()
    await expect(page).not.toHaveURL(/sort=/)
    await page.goForward()
    await expect(page).toHaveURL(/sort=/)
  })

  test('finds people by phone in any format, in a tab of its own that closes', async ({ page }) => {
    await signIn(page, 'Administrator')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('(416) 555')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: /Search results for "\(416\) 555"/ })).toBeVisible()
    await expect(rowsOf(page).first()).toBeVisible()
    await page.getByRole('button', { name: /Close.*Search results/ }).click()
    await expect(page.getByRole('tab', { name: /Search results/ })).toHaveCount(0)
  })

  test('sets the status of several at once', async ({ page }) => {
    await signIn(page, 'Team lead')
    await rowsOf(page).first().waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await expect(page.getByText('2 selected')).toBeVisible()
    await page
      .getByRole('button', { name: /^Status/ })
      .last()
      .click()
    await page
      .getByRole('menuitem', { name: /Showing/ })
      .or(page.getByRole('option', { name: /Showing/ }))
      .first()
      .click()
    await expect(page.getByText('Selected leads updated!')).toBeVisible()
  })

  test('changes show in the other browser within a second, without a reload', async ({ page, browser, product }) => {
    await signIn(page, 'Agent')
    await rowsOf(page).first().waitFor()
    const address = (await rowsOf(page).first().getByRole('link').first().getAttribute('href')) ?? ''
    const other = await (await browser.newContext({ baseURL: product.url })).newPage()
    await signIn(other, 'Administrator')
    await other.goto(address)
    await other.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await page
      .getByRole('menuitem', { name: /Under contract/ })
      .or(page.getByRole('option', { name: /Under contract/ }))
      .first()
      .click()
    await expect(other.getByRole('button', { name: /Under contract/ })).toBeVisible({ timeout: 3000 })
  })

  test('are out of reach for another agent, also by their address', async ({ page, browser, product }) => {
    await signIn(page, 'Agent')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leads\/[^/]+_\d+/)
    const other = await (await browser.newContext({ baseURL: product.url })).newPage()
    await signIn(other, 'Second agent')
    await other.goto(new URL(page.url()).pathname)
    await expect(other.getByText(/This lead does not exist, or it is somebody else/)).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('leads are cards, nothing is wider than the screen, and a lead opens by touch', async ({ page }) => {
    await signIn(page, 'Agent')
    await rowsOf(page).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await rowsOf(page).first().getByRole('link').first().tap()
    await page.waitForURL(/\/leads\/[^/]+_\d+/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})
