import type { Page } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const steps = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('button')

test.describe('campaigns', () => {
  test('are begun from a model, changed by keyboard, and switched on', async ({ page }) => {
    await signIn(page, 'Agent', '/campaigns')
    await expect(page.getByRole('link', { name: 'Waterfront buyers, 6 weeks' })).toBeVisible()
    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('After an open house')
    await form.getByRole('button', { name: 'Create draft' }).click()
    await page.waitForURL(/\/campaigns\/\d+/)
    await expect(page.getByRole('button', { name: 'Switch on' })).toBeDisabled()

    await page.getByRole('button', { name: 'Add a step' }).click()
    const name = page.getByLabel('Name')
    await expect(name).toHaveValue('Step 1')
    await expect(page.getByText('The first step has no delay')).toBeVisible()
    await name.fill('Ask what they thought')
    await page.keyboard.press('Control+s')
    await expect(steps(page).first()).toContainText('Ask what they thought')
    await page.getByRole('button', { name: 'Add a step' }).click()
    await expect(steps(page).nth(1)).toContainText('1 day later')
    await page.getByRole('button', { name: 'Move up' }).click()
    await expect(steps(page).nth(1)).toContainText('Ask what they thought')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await expect(page.getByText('“After an open house” is on.')).toBeVisible()
  })

  test('start on a lead, show what comes, and are gone at once when stopped', async ({ page, product }) => {
    // A lead of its own: some of the demo have withdrawn their consent, and campaigns do not start on them.
    const token = await tokenOf(product.url, 'agent@keyturn.test')
    const person = { first_name: 'Odile', last_name: 'Marchetti', roles: ['buyer_lead'] }
    const { id } = await ask(product.url, 'lead', person, token)
    await signIn(page, 'Agent', `/leads/Odile_Marchetti_${id}`)
    const panel = page.getByRole('region', { name: 'Campaigns' })
    await panel.getByRole('button', { name: 'Start a campaign' }).click()
    await page.getByRole('menuitem', { name: 'Pre-construction, before the launch' }).click()
    await expect(page.getByText(/^“.*” started\.$/)).toBeVisible()
    const actions = panel.getByRole('button', { name: 'Actions for “Pre-construction, before the launch”' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'What happens when' }).click()
    await expect(page.getByRole('dialog').getByText(/What will happen to/)).toBeVisible()
    await page.keyboard.press('Escape')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Stop' }).click()
    await expect(actions).toHaveCount(0)
    // Gone before the server has answered: the Undo of the start is still the last until then.
    await expect(page.getByText(/^“.*” stopped\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(actions).toHaveCount(1)
  })
})
