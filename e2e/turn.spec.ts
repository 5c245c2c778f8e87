import type { Page } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const turn = (page: Page) => page.getByRole('dialog', { name: /^Turn mode/ })
const person = (page: Page) => turn(page).getByRole('heading', { level: 2 }).first()
const place = (page: Page, text: RegExp) => turn(page).getByRole('heading', { level: 1, name: text })
const dial = (page: Page) => turn(page).getByRole('group', { name: 'Status' })
const card = (page: Page) => page.getByRole('dialog', { name: /^How did the call/ })

/** Links to the telephone stay here: a browser without one waits for it for ever. */
const withoutTelephone = (page: Page) =>
  page.addInitScript(() =>
    addEventListener(
      'click',
      event => {
        const link = event.target instanceof Element ? event.target.closest('a[href^="tel:"]') : null
        const href = link?.getAttribute('href')
        if (!link || !href) return
        link.removeAttribute('href')
        setTimeout(() => link.setAttribute('href', href))
      },
      true,
    ),
  )

test.describe('turn mode', () => {
  test('turns twenty new leads by a key each, undoes the last, and is found at its place again', async ({ page }) => {
    await signIn(page, 'Administrator', '/leads?status=1')
    await page.getByRole('button', { name: /Turn through \d+/ }).waitFor()
    await page.keyboard.press('Shift+T')
    await expect(place(page, /^1 of/)).toBeVisible()
    const first = (await person(page).textContent()) ?? ''
    await page.keyboard.press('3')
    await expect(dial(page).getByText('was New')).toBeVisible()
    // The next lead comes by itself, and what is undone comes back.
    await expect(place(page, /^2 of/)).toBeVisible()
    await page.keyboard.press('z')
    await expect(person(page)).toHaveText(first)
    await expect(dial(page).getByRole('button', { name: /New/ })).toHaveAttribute('aria-pressed', 'true')
    for (let lead = 1; lead <= 20; lead++) {
      await page.keyboard.press(String(2 + (lead % 3)))
      await page.keyboard.press('j')
      await expect(place(page, new RegExp(`^${lead + 1} of`))).toBeVisible()
    }
    await expect(turn(page).getByText(/^20 turned/)).toBeVisible()
    await page.reload()
    await expect(place(page, /^21 of/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(turn(page)).toBeHidden()
    await page.keyboard.press('Shift+T')
    await expect(place(page, /^21 of/)).toBeVisible()
  })

  test('brings a lead back whose status was not saved', async ({ page }) => {
    await signIn(page, 'Super administrator', '/leads?status=1')
    const refusal = { status: 0, data: null, message: 'This lead is locked.', error: 'conflict' }
    await page.route('**/crm/lead/*/status', route => route.fulfill({ status: 409, json: refusal }))
    await page.getByRole('button', { name: /Turn through \d+/ }).click()
    await expect(place(page, / of /)).toBeVisible()
    const first = (await person(page).textContent()) ?? ''
    await page.keyboard.press('4')
    await expect(turn(page).getByRole('alert')).toContainText('is still New. This lead is locked.')
    await expect(person(page)).toHaveText(first)
  })
})

test.describe('turn mode without a status', () => {
  test('snoozes a lead by P and takes that back; it stays still for whoever asked for that', async ({
    page,
    product,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, 'Administrator', '/leads?status=1')
    await page.getByRole('button', { name: /Turn through \d+/ }).click()
    await expect(place(page, / of /)).toBeVisible()
    const first = (await person(page).textContent()) ?? ''
    const lead = new URL(page.url()).searchParams.get('turn')
    const token = await tokenOf(product.url, 'admin@keyturn.test')
    const snoozed = async () => (await ask(product.url, `lead/${lead}`, null, token)).snoozed_until
    await page.keyboard.press('p')
    await page.getByRole('dialog', { name: /^Snooze/ }).waitFor()
    await page.keyboard.press('2')
    await page.getByRole('button', { name: /^Snooze/ }).click()
    await expect(
      turn(page)
        .getByRole('status')
        .filter({ hasText: /has been snoozed until/ }),
    ).toBeVisible()
    await expect.poll(snoozed).not.toBeNull()
    // Nothing comes by itself, and nothing is animated.
    await expect(turn(page).getByText(/^1 turned/)).toBeVisible()
    await expect(person(page)).toHaveText(first)
    await page.keyboard.press('z')
    await expect(turn(page).getByText(/^0 turned/)).toBeVisible()
    await expect.poll(snoozed).toBeNull()
    await page.keyboard.press('j')
    await expect(person(page)).not.toHaveText(first)
  })
})

test.describe('turn mode by thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('shows the next lead by a swipe to the left, and the one before by a swipe to the right', async ({ page }) => {
    await signIn(page, 'Administrator', '/leads?status=1')
    await page.getByRole('button', { name: /Turn through \d+/ }).tap()
    await expect(place(page, /^1 of/)).toBeVisible()
    const first = (await person(page).textContent()) ?? ''
    await swipe(page, { from: 320, to: 60 })
    await expect(place(page, /^2 of/)).toBeVisible()
    await swipe(page, { from: 60, to: 320 })
    await expect(person(page)).toHaveText(first)
    // Less than a swipe, or up and down, is none.
    await swipe(page, { from: 200, to: 160 })
    await expect(person(page)).toHaveText(first)
  })
})

/** Moves a finger across the lead that is shown, at the height of its name. */
async function swipe(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  const y = ((await person(page).boundingBox())?.y ?? 100) + 8
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await send('touchStart', from)
  for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', from + (to - from) * part)
  await send('touchEnd')
  await client.detach()
}

test.describe('a call that logs itself', () => {
  test('by two presses after a call; Later survives a reload, and Undo asks again', async ({ page }) => {
    await withoutTelephone(page)
    // On a slow line somebody calls before the part that asks about calls is there.
    const { promise: called, resolve: call } = Promise.withResolvers<void>()
    await page.route('**/CallWatch*.js', async route => {
      await called
      await route.continue()
    })
    await signIn(page, 'Team lead', '/tasks')
    await page.locator('li[data-cursor]').waitFor()
    await page.locator('aside [data-act="call"]').first().waitFor()
    await page.keyboard.press('c')
    call()
    await expect(card(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: /^Log call with/ }).click()
    await expect(card(page)).toBeVisible()
    let logged = 0
    await page.route('**/crm/milestone/store', route => {
      logged += 1
      return route.continue()
    })
    await page.keyboard.press('2')
    await expect(card(page).getByRole('button', { name: /Call tomorrow/ })).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.getByText('Call log has been created.')).toBeVisible()
    await expect(card(page)).toBeHidden()
    expect(logged).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(card(page)).toBeVisible()
    await card(page).getByRole('button', { name: 'Didn’t call' }).click()
    await expect(card(page)).toBeHidden()
  })

  test('marks a wrong number, which works again when that is undone', async ({ page, product }) => {
    await withoutTelephone(page)
    await signIn(page, 'Team lead', '/tasks')
    await page.locator('li[data-cursor]').waitFor()
    const call = page.locator('aside [data-act="call"]').first()
    await call.waitFor()
    const lead = await call.getAttribute('data-call-lead')
    const token = await tokenOf(product.url, 'teamlead@keyturn.test')
    const works = async () => (await ask(product.url, `lead/${lead}`, null, token)).is_phone_valid
    expect(await works()).toBe(true)
    await call.click()
    await card(page)
      .getByRole('button', { name: /Wrong number/ })
      .click()
    await card(page)
      .getByRole('button', { name: /Look for another number/ })
      .click()
    await expect(page.getByText('Call log has been created.')).toBeVisible()
    expect(await works()).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(card(page)).toBeVisible()
    await expect.poll(works).toBe(true)
  })
})
