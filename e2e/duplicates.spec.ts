import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('an agent merges two leads who are one person, looks back, and takes it back', async ({ page }) => {
  await signIn(page, 'Agent', '/duplicates')
  const pairs = page.getByRole('list', { name: 'Possible duplicates' }).getByRole('listitem')
  await expect(pairs.first()).toBeVisible()
  const count = await pairs.count()
  await pairs
    .first()
    .getByRole('button', { name: /^Compare / })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Compare and merge' })
  const names = dialog.getByRole('link')
  await expect(names).toHaveCount(2)
  const gone = (await names.nth(1).getAttribute('href')) ?? ''
  const stays = (await names.nth(0).getAttribute('href')) ?? ''
  // A choice by keyboard, and the two turned round and back.
  const choice = dialog.getByRole('group').first().getByRole('radio')
  await choice.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(choice.nth(1)).toBeChecked()
  await dialog.getByRole('button', { name: /^Swap/ }).click()
  await expect(names.nth(0)).toHaveAttribute('href', gone)
  await dialog.getByRole('button', { name: /^Swap/ }).click()
  await expect(names.nth(0)).toHaveAttribute('href', stays)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText(/^Merged .* into /)).toBeVisible()
  await expect(pairs).toHaveCount(count - 1)

  // The old address leads on, and the timeline says what happened.
  await page.goto(gone)
  await page.waitForURL(url => url.pathname.endsWith(stays.slice(stays.lastIndexOf('_'))))
  await expect(page.getByText('Lead Merged').first()).toBeVisible()

  await page.goto('/duplicates?tab=merges')
  await page.getByRole('button', { name: /^Undo the merge into / }).click()
  await expect(page.getByText(/is a separate lead again/)).toBeVisible()
  await page.goto(gone)
  await expect(page.locator('[data-lead-page]')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(gone)
})

test('two people of one name are told apart, and stay apart', async ({ page }) => {
  await signIn(page, 'Agent', '/duplicates')
  const pairs = page.getByRole('list', { name: 'Possible duplicates' }).getByRole('listitem')
  await expect(pairs.first()).toBeVisible()
  const count = await pairs.count()
  await pairs
    .last()
    .getByRole('button', { name: /are not the same person$/ })
    .click()
  await expect(page.getByText('Kept as two separate leads.')).toBeVisible()
  await expect(pairs).toHaveCount(count - 1)
  await page.getByRole('tab', { name: 'Not duplicates' }).click()
  await page.getByRole('button', { name: 'Suggest again' }).first().click()
  await page.getByRole('tab', { name: /Possible duplicates/ }).click()
  await expect(pairs).toHaveCount(count)
})

test('an address of somebody else is refused with the way to merge the two', async ({ page }) => {
  await signIn(page, 'Agent', '/duplicates')
  // A pair of whom each has an address of their own.
  await page
    .getByRole('listitem')
    .filter({ hasText: /@[\s\S]*@/ })
    .getByRole('button', { name: /^Compare / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Compare and merge' })
  const links = dialog.getByRole('link')
  await expect(links).toHaveCount(2)
  const [one, two] = [await links.nth(0).getAttribute('href'), await links.nth(1).getAttribute('href')]
  const email = await dialog
    .getByRole('group', { name: 'E-mail', exact: true })
    .getByRole('radio')
    .first()
    .evaluate(radio => radio.parentElement?.textContent ?? '')
  await page.goto(`${two}?edit=1`)
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'compare and merge the two' }).click()
  await expect(page.getByRole('dialog', { name: 'Compare and merge' }).getByRole('link').nth(1)).toHaveAttribute(
    'href',
    one ?? '',
  )
})

test('the old address of somebody leads on to whom they were merged into, also without a name', async ({
  page,
  product,
}) => {
  const token = await tokenOf(product.url, 'agent@keyturn.test')
  const add = (fields: object) => ask(product.url, 'lead', fields, token)
  const kept = await add({ email: `nameless.${Date.now()}@people.test` })
  const gone = await add({ first_name: 'Former', email: `former.${Date.now()}@people.test` })
  await ask(product.url, `lead/${kept.id}/merge`, { with: gone.id, fields: { name: 'this' } }, token)
  await signIn(page, 'Agent', `/leads/Former__${gone.id}`)
  await page.waitForURL(url => url.pathname === `/leads/__${kept.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'No name' })).toBeVisible()
})
