import type { Browser, Locator, Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { dayIn, signIn } from './support.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Open houses' })
const planned = (page: Page) => panel(page).getByRole('list', { name: 'Planned' }).getByRole('listitem')

/** Opens the first active listing of the agent. */
async function openListing(page: Page): Promise<void> {
  await signIn(page, 'Agent', `/brokerage-listings?filters=${encodeURIComponent('{"tab":"mine"}')}`)
  await page.locator('a[href^="/brokerage-listings/"]').filter({ hasText: 'Active' }).last().click()
  await panel(page).waitFor()
}

/** The open house that ends at a time of today. */
const houseUntil = (page: Page, minute: number) => planned(page).filter({ hasText: `12:00 AM to 11:${minute} PM` })

/** Plans an open house that is on now, whenever this runs, until so many minutes after 11 PM; answers the link for its tablet. */
async function planForNow(page: Page, minute: number): Promise<string> {
  await panel(page).getByRole('button', { name: 'Plan an open house' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan an open house' })
  for (const [field, text] of [
    ['Day', dayIn(0)],
    ['From', '00:00'],
    ['To', `23:${minute}`],
  ] as const) {
    await dialog.getByRole('combobox', { name: field, exact: true }).fill(text)
    await dialog.getByRole('combobox', { name: field, exact: true }).press('Enter')
  }
  await dialog.getByRole('button', { name: 'Plan it' }).click()
  await expect(page.getByText('The open house is planned.')).toBeVisible()
  return signInLink(houseUntil(page, minute))
}

const signInLink = async (house: Locator): Promise<string> =>
  (await house.getByRole('link', { name: 'Sign-in page' }).getAttribute('href')) ?? ''

/** A tablet on which nobody is signed in. */
async function tabletWith(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true })
  const tablet = await context.newPage()
  await tablet.goto(path)
  await tablet.getByRole('button', { name: 'Sign in' }).waitFor()
  return tablet
}

async function fillIn(tablet: Page, name: string, email: string): Promise<void> {
  await tablet.getByRole('textbox', { name: 'Name' }).fill(name)
  await tablet.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await tablet.getByRole('button', { name: 'Sign in' }).click()
}

const isEmptyAgain = async (tablet: Page, name: string) => {
  await expect(tablet.getByText(`Thank you, ${name}. Enjoy your visit.`)).toBeVisible()
  await expect(tablet.getByRole('textbox', { name: 'Name' })).toHaveValue('')
}

test('visitors sign in on a tablet, also without a network, and whoever hosts sees them come', async ({
  page,
  browser,
}) => {
  test.slow()
  const stamp = Date.now()
  await openListing(page)
  const tablet = await tabletWith(browser, await planForNow(page, 59))
  const house = houseUntil(page, 59)

  await tablet.getByRole('button', { name: 'Sign in' }).click()
  await expect(tablet.getByText('Enter your name.')).toBeVisible()
  await fillIn(tablet, `Ada Visitor${stamp}`, 'ada')
  await expect(tablet.getByText('Check this e-mail address.')).toBeVisible()
  await expect(tablet.getByRole('textbox', { name: 'Name' })).toHaveValue(`Ada Visitor${stamp}`)
  await tablet.getByRole('radio', { name: 'Yes' }).check()
  await expect(tablet.getByRole('checkbox')).not.toBeChecked()
  await fillIn(tablet, `Ada Visitor${stamp}`, `ada${stamp}@people.test`)
  await isEmptyAgain(tablet, 'Ada')
  await expect(tablet.getByRole('radio', { name: 'Yes' })).not.toBeChecked()
  await expect(house.getByRole('link', { name: `Ada Visitor${stamp}` })).toBeVisible()
  await expect(house.getByText('Has an agent')).toBeVisible()

  await tablet.context().setOffline(true)
  for (const name of ['Grace', 'Edsger']) {
    await fillIn(tablet, `${name} Visitor${stamp}`, `${name.toLowerCase()}${stamp}@people.test`)
    await isEmptyAgain(tablet, name)
  }
  await expect(tablet.getByText('2 waiting for the network')).toBeVisible()
  await expect(house.getByText(/^Grace/)).toBeHidden()
  await tablet.context().setOffline(false)
  await expect(house.getByRole('link', { name: `Grace Visitor${stamp}` })).toBeVisible()
  await expect(house.getByRole('link', { name: `Edsger Visitor${stamp}` })).toBeVisible()
  await expect(tablet.getByText(/waiting for the network/)).toBeHidden()
  await expect(house.getByText('3 signed in')).toBeVisible()

  await house.getByRole('link', { name: `Grace Visitor${stamp}` }).click()
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText(/Signed in at the open house of/)).toBeVisible()
})

test('a link that was renewed no longer works, and a cancelled open house says so', async ({ page, browser }) => {
  test.slow()
  await openListing(page)
  const path = await planForNow(page, 58)
  const house = houseUntil(page, 58)
  await house.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Renew the link' }).click()
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText('The old link no longer works.')).toBeVisible()
  const old = await (await browser.newContext()).newPage()
  await old.goto(path)
  await expect(old.getByText('This link does not work')).toBeVisible()

  const renewed = await signInLink(house)
  await house.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel the open house' }).click()
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText('The open house is cancelled.')).toBeVisible()
  await old.goto(renewed)
  await expect(old.getByText('This open house was cancelled.')).toBeVisible()
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the page that was open once opens again without a network, and keeps who signs in', async ({
    page,
    browser,
  }) => {
    test.slow()
    const stamp = Date.now()
    await openListing(page)
    const tablet = await tabletWith(browser, await planForNow(page, 57))
    await tablet.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect
      .poll(() => tablet.evaluate(async () => (await (await caches.open('page')).keys()).length), { timeout: 60_000 })
      .toBeGreaterThan(0)
    await tablet.context().setOffline(true)
    await tablet.reload()
    await fillIn(tablet, `Alan Visitor${stamp}`, `alan${stamp}@people.test`)
    await isEmptyAgain(tablet, 'Alan')
    await tablet.reload()
    await expect(tablet.getByText('1 waiting for the network')).toBeVisible()
    await tablet.context().setOffline(false)
    await expect(planned(page).getByRole('link', { name: `Alan Visitor${stamp}` })).toBeVisible()
  })
})
