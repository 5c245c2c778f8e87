import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const entry = (page: Page, name: string) =>
  page.locator('li[data-template]').filter({ hasText: new RegExp(`^${name}`) })
const write = async (page: Page, name: string, content: string) => {
  await page.getByRole('button', { name: 'Text template' }).click()
  const dialog = page.getByRole('dialog', { name: 'New text template' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type(content)
  return dialog
}

/** Holds back the answer to a call until it is let go, and then answers what is asked of it. */
async function holdBack(page: Page, address: string, method: string, refusal: string | null) {
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(address, async route => {
    if (route.request().method() !== method) return route.fallback()
    await held
    if (refusal === null) return route.continue()
    return route.fulfill({ status: 409, json: { status: 0, data: null, message: refusal, error: 'conflict' } })
  })
  return () => letGo()
}

test.describe('templates', () => {
  test('a new one stands in the list while it is saved, then as the server has it', async ({ page }) => {
    await signIn(page, 'Agent', '/messages')
    const letGo = await holdBack(page, '**/crm/templates', 'POST', null)
    const dialog = await write(page, 'Holiday hours', 'Closed until Monday')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(entry(page, 'Holiday hours')).toHaveAttribute('data-template', /^new_\d+$/)
    await expect(entry(page, 'Holiday hours')).toHaveAttribute('aria-busy', 'true')
    letGo()
    await expect(dialog).toHaveCount(0)
    await expect(entry(page, 'Holiday hours')).toHaveAttribute('data-template', /^\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Holiday hours')
    await page.reload()
    await expect(entry(page, 'Holiday hours')).toHaveCount(1)
  })

  test('one that the server refuses leaves the list, and what was written stays', async ({ page }) => {
    await signIn(page, 'Second agent', '/messages')
    const letGo = await holdBack(page, '**/crm/templates', 'POST', 'You have 200 templates. Delete one first.')
    const dialog = await write(page, 'One too many', 'Hello')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(entry(page, 'One too many')).toHaveCount(1)
    letGo()
    await expect(dialog.getByRole('alert')).toHaveText('You have 200 templates. Delete one first.')
    await expect(entry(page, 'One too many')).toHaveCount(0)
    await expect(dialog.getByRole('textbox', { name: 'Content' })).toHaveText('Hello')
  })

  test('a deleted one goes at once, comes back when that fails, and by Undo', async ({ page }) => {
    await signIn(page, 'Agent', '/messages')
    const dialog = await write(page, 'Short lived', 'Hello')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Short lived')
    const letGo = await holdBack(page, '**/crm/templates/*', 'DELETE', 'It is in use.')
    const remove = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    await remove()
    await expect(entry(page, 'Short lived')).toHaveCount(0)
    letGo()
    await expect(page.getByText('It is in use.')).toBeVisible()
    await entry(page, 'Short lived').click()
    await page.unrouteAll()
    await remove()
    await expect(page.getByText('“Short lived” deleted.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(entry(page, 'Short lived')).toHaveCount(1)
  })

  test('placeholders are offered at {{, and an unknown one is refused by name', async ({ page }) => {
    await signIn(page, 'Agent', '/messages')
    await entry(page, 'After a viewing request').click()
    const content = page.getByRole('textbox', { name: 'Content' })
    await content.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' {{agent_ph')
    await expect(page.getByRole('option')).toHaveText([/^agent_phone/])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox', { name: 'Placeholders' })).toHaveCount(0)
    await page.keyboard.type(' {{foo}}')
    await page.getByRole('button', { name: 'Save', exact: false }).click()
    const refusals = page.getByRole('alert')
    await expect(refusals.filter({ hasText: /^\{\{foo\}\} is not a placeholder\.$/ })).toBeVisible()
    await expect(
      refusals.filter({ hasText: /^Validation Error: Please fix the identified issue - \{\{foo\}\}/ }),
    ).toBeVisible()
    for (let typed = 0; typed < ' {{foo}}'.length; typed++) await page.keyboard.press('Backspace')
    await content.click()
    await page.reload()
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Draft saved')).toHaveCount(0)
  })

  test('the previews show what a lead reads, and what is missing for an odd one', async ({ page }) => {
    await signIn(page, 'Agent', '/messages')
    await entry(page, 'After a viewing request').click()
    const previews = page.getByRole('complementary', { name: 'Previews' })
    await expect(previews.getByRole('article').last()).toContainText('nothing, your viewing request')
    await expect(previews.getByRole('article').last()).toContainText('Toronto')
    await expect(previews.getByRole('article').first()).not.toContainText('{{')
  })
})
