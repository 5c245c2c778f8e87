import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test.describe('opportunities', () => {
  test('say why, are hidden and shown again, and sleep with their lead', async ({ page, product }) => {
    await signIn(page, 'Agent', '/opportunities?tab=month')
    const rows = page.locator('li[id^="opportunity-"]')
    await rows.first().waitFor()
    const title = (await rows.first().getByRole('link').first().textContent()) ?? ''
    const before = await rows.count()

    // Hidden, and back by Undo.
    await page.keyboard.press('h')
    await page.getByRole('menuitem', { name: 'Hide this' }).click()
    await expect(page.getByText(/hidden\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows.first().getByRole('link').first()).toHaveText(title)
    expect(await rows.count()).toBe(before)

    // Snoozed: Enter saves the first day that is offered.
    await page.keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: `Snooze ${title}` })
    await expect(dialog.getByRole('radio', { name: /Tomorrow/ })).toBeChecked()
    await dialog.getByRole('button', { name: /^Snooze/ }).click()
    await expect(
      page.getByText(new RegExp(`^${title} has been snoozed until [A-Z][a-z]+ \\d+\\w\\w, \\d{4}\\.$`)),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)

    // Woken in another place, they are back without a reload.
    const token = await tokenOf(product.url, 'agent@keyturn.test')
    const { data } = await ask(product.url, 'snoozed-user?perPage=200', null, token)
    const asleep = data.find(
      (lead: { first_name: string; last_name: string }) => `${lead.first_name} ${lead.last_name}` === title,
    )
    await ask(product.url, 'snoozed-user/store', { id: asleep.id, snooze_until: '2020-01-01 9:00:00' }, token)
    await expect(page.getByRole('link', { name: title, exact: true }).first()).toBeVisible()

    // Chosen days open a tab of their own, which closes to where one came from.
    await page.getByRole('button', { name: 'Pick range' }).click()
    await page.getByRole('button', { name: 'This week' }).click()
    await expect(page.getByRole('tab', { name: /^\w+ \d+\w\w, \d{4} - / })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: /^Close / }).click()
    await expect(page.getByRole('tab', { name: /^This Month/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('are called down one after the other, the next when the outcome of the last call is saved', async ({ page }) => {
    await signIn(page, 'Agent', '/opportunities?tab=month')
    await page.getByRole('button', { name: /^Dial / }).click()
    const list = page.getByRole('region', { name: /^Power dialer: / })
    await expect(list).toBeVisible()
    const bar = page.getByRole('region', { name: 'Power dialer', exact: true })
    await expect(bar).toContainText(/\d+ of \d+/)
    await page.keyboard.press('p')
    await expect(bar.getByRole('button', { name: 'Continue dialing' })).toBeVisible()
    // A reload pauses, and keeps the place.
    const place = await bar.locator('b').textContent()
    await page.reload()
    await expect(bar).toContainText(place ?? '')
    await expect(bar).toContainText('paused')
    await bar.getByRole('button', { name: 'Finish' }).click()
    await expect(bar).toHaveCount(0)
  })
})
