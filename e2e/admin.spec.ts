import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const rowOf = (page: Page, name: RegExp) => page.getByRole('row').filter({ hasText: name })

test('somebody who leaves is handed over with all that moves shown first, and comes back with Undo', async ({
  page,
}) => {
  await signIn(page, 'Super administrator', '/admin?section=people')
  await page.getByRole('textbox', { name: 'Search people' }).fill('agent2@')
  const row = rowOf(page, /agent2@/)
  const name = (await row.getByRole('button').first().textContent()) ?? ''
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Hand over and close' }).click()
  const dialog = page.getByRole('dialog', { name: `Hand over ${name}` })
  await expect(dialog.getByRole('region', { name: 'What moves' })).toContainText('Open tasks')
  const picker = dialog.getByRole('combobox', { name: /Give the leads to|Share with/ })
  await picker.fill('maya')
  await page.getByRole('option', { name: /Maya/ }).click()
  await expect(dialog.getByRole('list', { name: 'Colleagues' })).toContainText(/Maya .+ leads?/)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moves to Calgary')
  await dialog.getByRole('button', { name: 'Hand over and close' }).click()
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText('The account is closed.')
  await notices.getByRole('button', { name: 'Undo' }).click()
  await expect(notices).toContainText('Undone')
  await expect(rowOf(page, /agent2@/)).toContainText('Active')
})

test('a setting says who changed it and why, and the log puts it back', async ({ page }) => {
  await signIn(page, 'Administrator', '/admin?section=features')
  await page.getByRole('radiogroup', { name: 'Happy hour' }).getByText('Agents').click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('A trial for agents')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByRole('button', { name: 'Happy hour', exact: true }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('“A trial for agents”')
  await page.goto('/admin?section=audit')
  const entry = page.getByRole('listitem').filter({ hasText: 'switched the feature “happy_hour”' }).first()
  await entry.getByRole('button', { name: 'Details' }).click()
  await entry.getByRole('button', { name: /^Revert:/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Reverted.')
  await entry.getByRole('button', { name: /^Revert:/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('changed again since')
})

test('a notice that was dismissed stays so until it says something else', async ({ page, browser }) => {
  const office = await (await browser.newContext()).newPage()
  await signIn(office, 'Administrator', '/admin?section=system')
  const show = async (sentence: string) => {
    await office.getByRole('textbox', { name: 'Sentence' }).fill(sentence)
    await office.getByRole('button', { name: 'Show to everyone' }).click()
  }
  await signIn(page, 'Agent', '/tasks')
  await show('Back at noon')
  const banner = page.getByText('Back at noon')
  await banner.waitFor()
  await page
    .getByRole('button', { name: /Dismiss|Close/ })
    .first()
    .click()
  await expect(banner).toBeHidden()
  await page.reload()
  await page.locator('li[id^="task-"]').first().waitFor()
  await expect(banner).toBeHidden()
  await show('Back at one')
  await expect(page.getByText('Back at one')).toBeVisible()
  await office.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Back at one')).toBeHidden()
  await office.close()
})

test('a person who asks is erased, after what that removes was shown', async ({ page }) => {
  await signIn(page, 'Administrator', '/admin?section=privacy')
  await page.getByPlaceholder('Name, e-mail or phone').fill('whitlock')
  await page
    .getByRole('option', { name: /Whitlock/ })
    .first()
    .click()
  const person = page.getByRole('region', { name: /Whitlock/ })
  await expect(person).toContainText('Entries of the timeline')
  await person.getByRole('button', { name: 'Erase this person' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Erased.' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Erased people' })).toContainText('They asked for it.')
})
