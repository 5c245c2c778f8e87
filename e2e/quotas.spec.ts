import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const buyer = (page: Page) => page.getByRole('region', { name: 'Buyer ladder' })
const changes = (page: Page) => page.getByRole('region', { name: /In this draft/ })

test.describe('quotas', () => {
  test('rules are changed as a draft, by fields, words and keys, and published with undo', async ({ page }) => {
    await signIn(page, 'Administrator', '/quota_rules')
    await expect(page.getByText('Version 3 is in force')).toBeVisible()
    await expect(changes(page).getByRole('listitem')).toHaveCount(3)

    await buyer(page).getByRole('button', { name: 'Use greater than 1 %' }).click()
    await expect(buyer(page).getByText('No gap, no circle, every rung can be reached.')).toBeVisible()
    await buyer(page).getByLabel('Rung 2, a day').fill('9')
    await buyer(page).getByLabel('Rung 2, a day').press('Enter')
    await expect(buyer(page).getByText('9 a day is more than 5 a week.')).toBeVisible()
    await page.getByRole('button', { name: 'Take back: Buyer, rung 2, 1 a day becomes 9' }).click()
    await expect(buyer(page).getByLabel('Rung 2, a day')).toHaveValue('1')

    await buyer(page).getByRole('button', { name: 'Value: 15 min' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('12')
    await page.keyboard.press('Enter')
    await expect(changes(page).getByText(/response time less than 15 min .* becomes/)).toBeVisible()

    await buyer(page).getByRole('button', { name: 'Move Rung 1' }).press('Alt+ArrowUp')
    await expect(buyer(page).getByLabel('Rung 2, a week')).toHaveValue('3')
    await expect(changes(page).getByText('rungs in the order 2, 1, 3, 4')).toBeVisible()
    await page.getByRole('button', { name: /^Take back: Buyer, rungs in/ }).click()
    await expect(buyer(page).getByLabel('Rung 1, a week')).toHaveValue('3')

    await page.getByRole('button', { name: 'Publish version 4' }).click()
    await page.getByRole('button', { name: 'CONFIRM' }).click()
    await expect(page.getByText('Version 4 is in force,')).toBeVisible()
    await expect(changes(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('Version 5 is in force,')).toBeVisible()
    await expect(changes(page).getByRole('listitem')).toHaveCount(4)
  })

  test('an agent’s quota is overridden with a reason and an end, and the override ended', async ({ page }) => {
    await signIn(page, 'Administrator', '/agent_quotas')
    const panel = page.getByRole('complementary').last()
    await panel.getByRole('heading', { name: 'History' }).waitFor()
    const first = await panel.getByRole('heading', { level: 2 }).first().textContent()
    await page.keyboard.press('j')
    await expect(panel.getByRole('heading', { level: 2 }).first()).not.toHaveText(first ?? '')

    await page.goto('/agent_quotas?type=rental')
    await page.keyboard.press('/')
    await page.getByLabel('Find an agent').fill('Lindqvist')
    await panel.getByRole('heading', { name: 'Maya Lindqvist' }).waitFor()
    await panel.getByRole('button', { name: 'Override' }).click()
    await panel.getByRole('combobox', { name: 'Instead of the rung' }).click()
    await page.getByRole('option', { name: /^Rung 2/ }).click()
    await panel.getByRole('combobox', { name: 'Until' }).fill('in 2 weeks')
    await panel.getByRole('combobox', { name: 'Until' }).press('Enter')
    await panel.getByLabel('Reason').fill('Two closings this month')
    await panel.getByRole('button', { name: 'Override' }).last().click()
    await expect(panel.getByText(/^Rung 2 instead of rung 3, until/)).toBeVisible()
    await expect(page.getByRole('row', { name: /Maya Lindqvist/ })).toContainText('Override')

    await panel.getByRole('button', { name: 'End now' }).click()
    await expect(panel.getByText('None. The rung decides.')).toBeVisible()
  })

  test('are only for administrators', async ({ page }) => {
    await signIn(page, 'Agent', '/quota_rules')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/not allowed/i)
  })
})
