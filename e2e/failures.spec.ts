import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

/** The server fails, and has no words for it. */
const wordless = (page: Page, path: string) =>
  page.route(`**/crm/${path}`, route => route.fulfill({ status: 500, json: { status: 0, message: '' } }))

async function openFirstLead(page: Page): Promise<void> {
  await signIn(page, 'Agent', '/leads_v2')
  await page.locator('[data-row] a[data-lead]').first().click()
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
}

test('a part of a screen that fails is said to be missing, and comes when it is loaded again', async ({ page }) => {
  await wordless(page, 'mailbox')
  await signIn(page, 'Agent', '/connections')
  const line = page.getByRole('status').filter({ hasText: 'A part of this screen could not be loaded.' })
  await expect(line).toBeVisible()
  const figures = page.getByText('of them are with your leads')
  await expect(figures).toHaveCount(0)
  await page.unrouteAll()
  await line.getByRole('button', { name: 'Load it again' }).click()
  await expect(figures).toBeVisible()
  await expect(line).toHaveCount(0)
})

test.describe('a failure for which the server has no words', () => {
  test('is said when a lead is added, and the form keeps what was typed', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await wordless(page, 'lead')
    await page.getByRole('button', { name: 'Add lead' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('First name').fill('Zelda')
    await form.getByRole('button', { name: 'Add lead' }).click()
    await expect(form.getByText('There was an error adding this lead.')).toBeVisible()
    await expect(form.getByLabel('First name')).toHaveValue('Zelda')
  })

  test('is said on the lead page: showings, alerts, tags, the rental profile', async ({ page }) => {
    await wordless(page, 'lead/*/showings*')
    await wordless(page, 'user/*/alerts*')
    await wordless(page, 'lead/*/tag')
    await wordless(page, 'lead/*/rental')
    await openFirstLead(page)
    const sorry = 'There was an issue with loading showings for this lead. Please contact an admin.'
    await expect(page.getByText(sorry)).toBeVisible()
    await expect(page.getByText('Failed to load listing alerts.')).toBeVisible()
    await page.getByRole('region', { name: 'Tags' }).getByRole('button', { name: 'Tag', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find or create a tag' }).fill('nobody has this')
    await expect(page.getByRole('option', { name: /Create “nobody has this”/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('There was an error creating this tag.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit the rental profile' }).click()
    await page.getByRole('region', { name: 'Rental profile' }).getByRole('button', { name: /Save/ }).click()
    await expect(page.getByText('Failed to update rental profile!')).toBeVisible()
  })
})
