import type { Page } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { pressUndo, signIn } from './support.ts'

/** Opens the composer on the page of a lead of its own, who said yes to e-mails. */
async function openComposer(page: Page, url: string) {
  await openLead(page, url)
  return pressSendEmail(page)
}

/** Opens the page of a lead of its own, who said yes to e-mails. */
async function openLead(page: Page, url: string): Promise<void> {
  const token = await tokenOf(url, 'agent@keyturn.test')
  const email = `ines.${Date.now()}@people.test`
  const lead = await ask(url, 'lead', { first_name: 'Ines', last_name: 'Roy', email }, token)
  await ask(url, `lead/${lead.id}/consent`, { channel: 'email', kind: 'express', source: 'Phone call' }, token)
  await signIn(page, 'Agent', `/leads/Ines_Roy_${lead.id}`)
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
}

/** Presses once: a press right after the page has loaded counts. */
async function pressSendEmail(page: Page) {
  await page.getByRole('button', { name: 'Send e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: /^E-mail to / })
  await dialog.getByRole('textbox', { name: 'Message' }).waitFor()
  return dialog
}

test('an e-mail from a template is filled for the lead, sent, and can be undone', async ({ page, product }) => {
  const dialog = await openComposer(page, product.url)
  await dialog.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.press('/')
  await page.getByRole('listbox', { name: 'Templates' }).getByRole('option').first().click()
  await expect(dialog.getByRole('textbox', { name: 'Message' })).not.toBeEmpty()
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('About the house on Elm')
  await expect(dialog.getByRole('article')).toContainText('About the house on Elm')
  await expect(dialog.getByRole('article')).not.toContainText('{{')
  // By its keys: what reminds of a task may lie over the button.
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^E-mail to .+ goes out in 10 s$/)).toBeVisible()
  await pressUndo(page)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Subject' })).toHaveText('About the house on Elm')
})

test('an e-mail that the server refuses stays open with what was written, and says why', async ({ page, product }) => {
  const dialog = await openComposer(page, product.url)
  await page.route('**/crm/leads/send', route =>
    route.fulfill({ status: 409, json: { status: 0, data: null, message: 'The mailbox is full.', error: 'conflict' } }),
  )
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Saturday at two')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('See you there.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog.getByRole('alert')).toHaveText('The mailbox is full.')
  await page.reload()
  const again = await pressSendEmail(page)
  await expect(again.getByRole('textbox', { name: 'Message' })).toHaveText('See you there.')
})

test('a press on Send e-mail opens the composer in a browser that never comes to rest', async ({ page, product }) => {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0
  })
  const dialog = await openComposer(page, product.url)
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toBeVisible()
})

test.describe('a press on an address before the composer is fetched', () => {
  const address = (page: Page) => page.locator('a[href^="mailto:"]').filter({ visible: true }).first()

  test('waits for it, and says so', async ({ page, product }) => {
    const { promise: fetched, resolve: fetch } = Promise.withResolvers<void>()
    await page.route('**/EmailWatch*.js', async route => {
      await fetched
      await route.continue()
    })
    await openLead(page, product.url)
    await address(page).click()
    const waiting = page.getByText('The e-mail opens as soon as it is loaded.')
    await expect(waiting).toBeVisible()
    fetch()
    await expect(page.getByRole('dialog', { name: /^E-mail to / })).toBeVisible()
    await expect(waiting).toHaveCount(0)
  })

  test('opens what the device has for it when the composer does not come', async ({ page, product }) => {
    await page.route('**/EmailWatch*.js', route => route.abort())
    await page.addInitScript(() => {
      // No mail program here: where a press leads is all there is to see of it.
      addEventListener('click', event => {
        const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="mailto:"]')
        if (!link || event.defaultPrevented) return
        event.preventDefault()
        document.documentElement.dataset.opened = link.href
      })
    })
    await openLead(page, product.url)
    await address(page).click()
    await expect(page.getByText('E-mails can’t be loaded right now.')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-opened', /^mailto:ines/)
  })
})
