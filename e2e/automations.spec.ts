import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('an automation is built by keyboard, rehearsed, switched on, and its run is seen step by step', async ({
  page,
  product,
}) => {
  await signIn(page, 'Administrator', '/automations')
  await page.getByRole('tab', { name: /^All/ }).waitFor()
  await page.keyboard.press('n')
  await page.waitForURL(/\/automations\/new/)
  await page.getByRole('button', { name: /^Empty automation/ }).press('Enter')
  await page.getByText('List', { exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Call newcomers')

  await page.getByRole('button', { name: 'Add a step after the trigger' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Create task' }).press('Enter')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await expect(page.getByText('Enter what the task is about.')).toBeVisible()
  await subject.fill('Say hello')
  await page.getByRole('button', { name: 'Add a step after Create task: Call, Say hello' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Condition' }).press('Enter')
  await expect(page.getByText('Add a condition.')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Condition, All of these hold?' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/automations\/\d+/)

  const switchOn = page.getByRole('button', { name: 'Switch on' })
  await expect(switchOn).toBeDisabled()
  await page.getByRole('button', { name: 'Dry run', exact: true }).press('Enter')
  await expect(page.getByText('Nothing was sent')).toBeVisible()
  await switchOn.press('Enter')
  await expect(page.getByText('“Call newcomers” is on', { exact: false })).toBeVisible()

  await page.getByText(/^Runs/).click()
  await expect(page.getByText('No run yet')).toBeVisible()
  const token = await tokenOf(product.url, 'agent@keyturn.test')
  await ask(product.url, 'lead', { first_name: 'Odile', last_name: 'Marchetti', roles: ['buyer_lead'] }, token)
  // Nobody reloads: the run comes by itself.
  const run = page.getByRole('region', { name: 'Run of Odile Marchetti' })
  await expect(run.getByRole('listitem').filter({ hasText: 'Say hello' })).toBeVisible()
})
