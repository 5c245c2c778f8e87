import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD, demoAccounts } from '../src/features/people/contract/demoAccounts.ts'
import { APP_VERSION } from '../src/platform/wire/envelope.ts'

/** The demo accounts, by the words under which the sign-in page offers them. */
export type Account = (typeof demoAccounts)[number]['label']

/** Where the browser keeps who is signed in. */
const SESSION_KEY = 'session'

/**
 * Signs in by a token, as somebody who was here before, and opens a page; without a path, the one that they begin on. To
 * go through the sign-in page each time costs more than most tests do.
 */
export async function signIn(page: Page, account: Account, path = '/'): Promise<void> {
  const email = demoAccounts.find(({ label }) => label === account)?.email
  const answer = await page.request.post('/crm/login/manual', { data: { email, password: DEMO_PASSWORD } })
  const { user, google_scopes } = (await answer.json()).data
  const stored = { value: { ...user, google_scopes }, at: Date.now(), version: APP_VERSION }
  // Any address of the product will do to reach its storage; this one has no page.
  await page.goto('/healthz')
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, JSON.stringify(stored)] as const)
  await page.goto(path)
  await page.getByRole('main').first().waitFor()
}

/** What the router of the page is asked here. */
interface PageRouter {
  navigate(to: { href: string }): Promise<void>
  stores: Record<'location' | 'resolvedLocation', { get(): { href: string } | undefined }>
}

/** Opens another page of the product as a link in it does: a third of the work of loading it anew. */
export async function openInPlace(page: Page, path: string): Promise<void> {
  await page.evaluate(async href => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: PageRouter }
    await router.navigate({ href })
  }, path)
  // It has arrived when the page is drawn, after it is loaded.
  await page.waitForFunction(() => {
    const { stores } = (globalThis as unknown as { __TSR_ROUTER__: PageRouter }).__TSR_ROUTER__
    return stores.resolvedLocation.get()?.href === stores.location.get()?.href
  })
}

/** Signs in on the sign-in page, by the quick way of the demo. */
export async function signInOnPage(page: Page, account: Account, path = '/login'): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: account, exact: true }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/login'))
}

const DAY_MS = 86_400_000

/** The day in the demo brokerage, so many days from now. */
export const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(Date.now() + days * DAY_MS)

/** Chooses tomorrow at two in the form of a showing: nothing is chosen by itself. */
export async function chooseTime(form: Locator): Promise<void> {
  for (const [field, text] of [
    ['Day', 'tomorrow'],
    ['From', '14:00'],
  ] as const) {
    await form.getByRole('combobox', { name: field, exact: true }).fill(text)
    await form.getByRole('combobox', { name: field, exact: true }).press('Enter')
  }
}

/**
 * Takes back what the last notice tells of, by its button and a key: a notice has its seconds only, and a press with the
 * pointer first waits until the notice has come to rest, which takes a busy machine longer.
 */
export const pressUndo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).last().press('Enter')

/** The rows of the leads list that are on the screen. */
export const leadRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') })
