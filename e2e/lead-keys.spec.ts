import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { leadRows, signIn } from './support.ts'

test('the list of leads shows where the focus is, and a key writes to the lead under the cursor', async ({
  page,
  product,
}) => {
  const token = await tokenOf(product.url, 'agent@keyturn.test')
  const person = { first_name: 'Keyed', last_name: 'Orchard', email: 'keyed@people.test', phone: '+14165552388' }
  const { id } = await ask(product.url, 'lead', person, token)
  for (const channel of ['text', 'email'])
    await ask(product.url, `lead/${id}/consent`, { channel, kind: 'express', source: 'Phone call' }, token)
  await signIn(page, 'Agent', '/leads_v2')
  await leadRows(page).first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('Orchard')
  await page.keyboard.press('Enter')
  await expect(leadRows(page)).toHaveCount(1)
  const grid = page.getByRole('grid', { name: 'Leads' })
  const focused = async () => {
    await page.keyboard.press('Tab')
    return page.evaluate(() => document.activeElement?.getAttribute('role'))
  }
  await expect.poll(focused).toBe('grid')
  await expect(grid).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('j')
  await expect(grid).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: /^E-mail to Keyed/ }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The number has not taken a text yet.
  await page.keyboard.press('m')
  await page.getByRole('dialog', { name: /^Text to Keyed/ }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Whoever works with one landmark finds it by its name.
  const named = await page.getByRole('navigation').evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  expect(new Set(named).size).toBe(named.length)
})
