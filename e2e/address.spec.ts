import type { Locator, Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { type Account, openInPlace, signIn } from './support.ts'

interface Narrowing {
  as: Account
  path: string
  /** Narrows what is shown. */
  press(page: Page): Promise<unknown>
  /** What the address then holds. */
  holds: RegExp
  /** The sign that it is narrowed, after a reload as well. */
  sign(page: Page): Promise<void>
}

const on = (find: (page: Page) => Locator) => async (page: Page) => {
  const element = find(page)
  await expect(element).toBeVisible()
  await expect
    .poll(async () =>
      element.evaluate(each =>
        [each.getAttribute('aria-pressed'), each.getAttribute('aria-selected')].includes('true'),
      ),
    )
    .toBe(true)
}
const chip = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
const tab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name })
const typed = (name: string, text: string) => ({
  press: (page: Page) => page.getByLabel(name, { exact: true }).fill(text),
  sign: (page: Page) => expect(page.getByLabel(name, { exact: true })).toHaveValue(text),
})
const pressed = (find: (page: Page) => Locator) => ({ press: (page: Page) => find(page).click(), sign: on(find) })

const narrowings: readonly Narrowing[] = [
  { as: 'Agent', path: '/claim_leads', ...pressed(tab(/^Claimed by me/)), holds: /tab=claimed/ },
  { as: 'Agent', path: '/notifications', ...pressed(tab(/^Unread/)), holds: /shown=unread/ },
  { as: 'Agent', path: '/messages/inbox', ...pressed(chip(/^Waiting for me/)), holds: /filter=waiting/ },
  { as: 'Agent', path: '/brokerage-listings', ...pressed(tab(/^Active/)), holds: /filters=/ },
  {
    as: 'Administrator',
    path: '/admin?section=people',
    ...typed('Search people', 'maya'),
    holds: /section=people.*search=maya/,
  },
  {
    as: 'Administrator',
    path: '/admin?section=tags',
    ...typed('Find a tag', 'view'),
    holds: /section=tags.*search=view/,
  },
  { as: 'Administrator', path: '/automations', ...typed('Find an automation', 'offer'), holds: /search=offer/ },
  { as: 'Administrator', path: '/admin/working-hours', ...typed('Find an agent', 'maya'), holds: /search=maya/ },
  { as: 'Administrator', path: '/admin/happy-hour-report', ...pressed(tab(/^Quarter/)), holds: /tab=quarter/ },
  { as: 'Super administrator', path: '/admin?section=audit', ...pressed(chip('Refused only')), holds: /refused=true/ },
]

test.describe('what a list is narrowed to is in its address, and there again after a reload', () => {
  for (const [as, own] of Map.groupBy(narrowings, ({ as }) => as)) {
    test(`for ${as}`, async ({ page }) => {
      // Each is loaded anew, which takes a busy machine its time.
      test.slow()
      // Not on the page that they begin on: that leads on to another one, after the page that is asked for next.
      await signIn(page, as, own[0]?.path)
      for (const { path, press, holds, sign } of own) {
        await test.step(path, async () => {
          await openInPlace(page, path)
          await press(page)
          await expect(page).toHaveURL(holds)
          await page.reload()
          await sign(page)
        })
      }
    })
  }
})

test('a conversation is opened and left with the inbox as it was narrowed', async ({ page }) => {
  await signIn(page, 'Agent', '/messages/inbox?filter=waiting')
  const list = page.getByRole('region', { name: 'Conversations' })
  await list.getByRole('listitem').first().getByRole('button').click()
  await expect(page).toHaveURL(/\/messages\/inbox\/.+filter=waiting/)
  await expect(page.getByRole('button', { name: /^Waiting for me/ })).toHaveAttribute('aria-pressed', 'true')
})
