import { createHmac } from 'node:crypto'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const KEY = 'kt_live_demo_property'

test('an administrator reads a mail that nobody could, adds a source, and sees what a site sends at once', async ({
  page,
  request,
}) => {
  await signIn(page, 'Administrator', '/intake')
  const sources = page.getByRole('region', { name: 'Sources' })
  await expect(sources.getByRole('row').filter({ hasText: 'mrloft.test' })).toContainText('Old key until')

  const mail = page.getByRole('region', { name: 'Could not read' })
  await expect(mail).toContainText('You have a new enquiry on your listing 41 Bertmount Ave')
  // The e-mail address, the number and the MLS number are marked already; the names are selected by a double click.
  await mail.getByRole('region', { name: 'Mail' }).getByText('Prospect: Danielle').first().evaluate(select, 'Danielle')
  await page.keyboard.press('1')
  await mail.getByRole('region', { name: 'Mail' }).getByText('Ouellette').first().evaluate(select, 'Ouellette')
  await page.keyboard.press('2')
  await expect(mail.getByRole('region', { name: 'Fields' })).toContainText('5 of 8')
  await expect(mail).toContainText('Reads 4 of the 5 mails from HomeScout Leads.')
  await mail.getByRole('button', { name: 'Save reader, replay 2 mails' }).click()
  await expect(page.getByText('2 mails are leads now.')).toBeVisible()
  await expect(mail).toHaveCount(0)

  await page.getByRole('tab', { name: /Events/ }).click()
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('Danielle Ouellette')
  const body = JSON.stringify({
    source_event_id: 'browser-1',
    type: 'signed_up',
    occurred_at: new Date().toISOString(),
    person: { first_name: 'Nadia', last_name: 'Sign-Up', email: 'nadia@people.test' },
  })
  const signature = createHmac('sha256', KEY).update(body).digest('hex')
  const sent = await request.post('/crm/intake/events', {
    data: body,
    headers: { 'content-type': 'application/json', 'x-intake-key': KEY, 'x-intake-signature': signature },
  })
  expect(sent.status()).toBe(200)
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('Nadia Sign-Up')

  await page.getByRole('button', { name: 'Add source' }).click()
  const form = page.getByRole('dialog', { name: 'Add source' })
  await form.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Webhook' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Sign rider')
  await form.getByRole('button', { name: 'Add source' }).click()
  await expect(page.getByRole('dialog', { name: 'Key of Sign rider' })).toContainText('kt_hook_')
})

/** Selects a word within an element, as a double click does. */
function select(element: Element, word: string): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(word) ?? -1
    if (at < 0) continue
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + word.length)
    window.getSelection()?.removeAllRanges()
    window.getSelection()?.addRange(range)
    element.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
    return
  }
}
