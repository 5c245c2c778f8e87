import type { Page } from '@playwright/test'

/** The demo accounts, by the words under which the sign-in page offers them. */
export type Account =
  | 'Agent'
  | 'Second agent'
  | 'Team lead'
  | 'New agent'
  | 'Administrator'
  | 'Deals'
  | 'Front desk'
  | 'Super administrator'

/** Signs in the quick way of the demo, as somebody who looks around. */
export async function signIn(page: Page, account: Account, path = '/login'): Promise<void> {
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
