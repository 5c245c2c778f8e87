import type { Page } from '@playwright/test'
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

/** Signs in on the sign-in page, the quick way of the demo. */
export async function signInOnPage(page: Page, account: Account, path = '/login'): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: account, exact: true }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/login'))
}

const DAY_MS = 86_400_000

/** The day in the demo brokerage, so many days from now. */
export const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(Date.now() + days * DAY_MS)

/** The rows of the leads list that are on the screen. */
export const leadRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') })
