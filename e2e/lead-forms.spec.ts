import type { Page } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
// What leads viewed are homes of the listing service.
import { expect, testWithHomes as test } from './product.ts'
import { leadRows, signIn } from './support.ts'

test.describe.configure({ timeout: 120_000 })

const boxOf = (page: Page, name: string) => page.getByRole('complementary', { name })

test('an alert begins with what a renter looked at, each proposal says why and goes with one press', async ({
  page,
  product,
}) => {
  const token = await tokenOf(product.url, 'agent@keyturn.test')
  const { data } = await ask(product.url, 'leads/leads?perPage=200', null, token)
  const renter = data.find(({ roles_string }: { roles_string: string }) => roles_string === 'Renter')
  await signIn(page, 'Agent', `/leads/${renter.first_name}_${renter.last_name}_${renter.id}`)
  await page.getByRole('button', { name: 'Add a listing alert' }).click()
  const form = page.getByRole('dialog', { name: 'Add a listing alert' })
  await expect(form.getByRole('combobox', { name: 'Offer' })).toHaveValue('For rent')
  await expect(form.getByText(/^From .*rent/)).toBeVisible()
  await expect(form.getByRole('status')).toHaveText(/\d homes? match(es)? now/)
  await form.getByRole('button', { name: 'Remove the proposed offer' }).click()
  await expect(form.getByRole('combobox', { name: 'Offer' })).toHaveValue('For sale')
  await form.getByRole('button', { name: 'Start empty' }).click()
  await expect(form.getByRole('button', { name: /^Remove the proposed/ })).toHaveCount(0)
  await expect(form.getByLabel('Name')).toHaveValue('')
  await form.getByLabel('Name').fill('Anything for rent')
  await page.keyboard.press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Listing alerts' }).getByText('Anything for rent')).toBeVisible()
})

test('a showing is booked from the home and the time that the lead asked for, which answers the request', async ({
  page,
  product,
}) => {
  const token = await tokenOf(product.url, 'agent@keyturn.test')
  const { data } = await ask(product.url, 'leads/leads?perPage=200', null, token)
  const asking = data.find(({ open_requests }: { open_requests: string[] }) =>
    open_requests.includes('viewing_request'),
  )
  await signIn(page, 'Agent', `/leads/${asking.first_name}_${asking.last_name}_${asking.id}`)
  // What was asked for is read; only the way to its home is a link.
  const asked = page
    .getByRole('region', { name: 'Timeline' })
    .getByText(/^Asked for/)
    .first()
  await expect(asked.getByRole('link')).toHaveText('See the home')
  await page.getByRole('button', { name: 'Book a showing' }).click()
  const form = page.getByRole('dialog', { name: 'Book a showing' })
  await form
    .getByRole('button', { name: /Asked for/ })
    .first()
    .click()
  await expect(form.getByLabel('Address')).not.toHaveValue('')
  await form.getByRole('region', { name: 'Times asked for' }).getByRole('button').first().click()
  await expect(form.getByRole('combobox', { name: 'Day' })).not.toHaveValue('')
  await expect(form.getByRole('region', { name: 'Your calendar' }).getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect(page.getByText(/^“.+” done\.$/)).toBeVisible()
})

test('a lead without a name opens by a press on its row, and its menu opens whole', async ({ page, product }) => {
  const token = await tokenOf(product.url, 'agent@keyturn.test')
  const lead = await ask(product.url, 'lead', { email: `nobody.${Date.now()}@people.test` }, token)
  await signIn(page, 'Agent', '/leads_v2')
  let release = () => undefined as unknown
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/RowHandOver*.js', async route => {
    await released
    await route.continue()
  })
  const row = leadRows(page).filter({ hasText: 'No name' }).first()
  await row.hover()
  const asked = page.waitForRequest('**/RowHandOver*.js')
  await row.getByRole('button', { name: /^More for/ }).click()
  await asked
  await expect(page.getByRole('menu')).toHaveCount(0)
  release()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Peek',
    'Open in a new tab',
    'Edit',
    'Copy link',
    'Add a milestone',
    'Pin',
    'Transfer',
    'Hand to recruiter',
    'Flag as bogus',
    'Snooze',
    'Delete',
  ])
  await page.keyboard.press('Escape')
  await row.getByText('No name').click()
  await page.waitForURL(new RegExp(`/leads/__${lead.id}`))
  await expect(page.getByRole('heading', { level: 1, name: 'No name' })).toBeVisible()
  await page.getByRole('button', { name: 'More for No name' }).click()
  for (const name of ['Edit', 'Copy link', 'Transfer', 'Hand to recruiter', 'Flag as bogus', 'Snooze', 'Delete'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
})

test('on a laptop nothing of the composer is cut, names are whole, and what stands at the right edge is aligned', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'Agent', '/leads_v2')
  await leadRows(page).first().waitFor()
  const squeezed = await page
    .locator('[data-row] a[data-lead]')
    .evaluateAll(links =>
      links
        .filter(link => link.nextElementSibling !== null && link.scrollWidth > link.clientWidth)
        .map(link => link.textContent),
    )
  expect(squeezed).toEqual([])
  await page.locator('[data-row] a[data-lead]').first().click()
  const kinds = page.getByRole('group', { name: 'What to write down' })
  await kinds.getByRole('button').last().waitFor()
  const cut = (element: Element) => element.scrollWidth > element.clientWidth
  expect(await kinds.evaluate(cut)).toBe(false)
  expect(await page.getByRole('group', { name: 'Show in the timeline' }).evaluate(cut)).toBe(false)

  // The right edges of what is seen: words, and symbols of buttons without a ground.
  await boxOf(page, 'What comes next').getByRole('button', { name: 'Book a showing' }).waitFor()
  const edges = await boxOf(page, 'What comes next').evaluate(side =>
    [...side.querySelectorAll('section > header svg')].map(icon => Math.round(icon.getBoundingClientRect().right)),
  )
  expect(edges.length).toBeGreaterThan(2)
  expect(new Set(edges).size).toBe(1)
})

test('who may not open profiles is told so, in the list and at the address', async ({ page, product }) => {
  const token = await tokenOf(product.url, 'admin@keyturn.test')
  const { data } = await ask(product.url, 'leads/all?perPage=1', null, token)
  await page.route(`**/crm/lead/${data[0].id}`, route =>
    route.fulfill({
      status: 403,
      json: {
        status: 0,
        data: null,
        message: 'You may see this lead in lists, but not open it.',
        error: 'forbidden',
      },
    }),
  )
  await signIn(page, 'Administrator', `/leads/__${data[0].id}`)
  await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible()
  await expect(page.getByText('You don’t have access to lead profiles. Ask an administrator for it.')).toBeVisible()
})

test('a home says which leads it is for, and is sent to those chosen', async ({ page, product }) => {
  const token = await tokenOf(product.url, 'agent@keyturn.test')
  const lead = await ask(product.url, 'lead', { first_name: 'Ines', email: `ines.${Date.now()}@people.test` }, token)
  await ask(product.url, `lead/${lead.id}/consent`, { channel: 'email', kind: 'express', source: 'Phone call' }, token)
  await ask(
    product.url,
    `user/${lead.id}/alerts/listing`,
    { name: 'Everything', alert_frequency: 2, offer: 'sale' },
    token,
  )
  const { homes } = await ask(product.url, 'alerts/matches?offer=sale', null, token)
  await signIn(page, 'Agent', `/listings/${homes[0].mls_number}`)
  const panel = page.getByRole('region', { name: 'Leads for this home' })
  await expect(panel.getByText(/of your leads match(es)?, /)).toBeVisible()
  const more = panel.getByRole('button', { name: /^\d+ more$/ })
  if (await more.isVisible()) await more.click()
  // Only those that are chosen are found: with each one that is cleared, the others move up.
  const others = panel.getByRole('checkbox', { checked: true }).and(panel.locator(':not([aria-label="Send to Ines"])'))
  while ((await others.count()) > 0) await others.first().uncheck()
  const ofInes = panel.getByRole('checkbox', { name: 'Send to Ines' })
  await ofInes.uncheck()
  await expect(panel.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await expect(panel.getByText('Choose at least one lead to send this home to.')).toBeVisible()
  await ofInes.check()
  await panel.getByRole('button', { name: 'Send to 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText('Sent to 1 lead.')).toBeVisible()
  await expect(panel.getByRole('checkbox', { name: 'Send to Ines' })).toBeDisabled()
})
