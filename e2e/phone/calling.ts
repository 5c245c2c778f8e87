import { randomInt } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { ask, tokenOf } from '../calls.ts'
import { expect } from '../product.ts'
import { type OpenPhone, openPhone, type PhoneAccount } from './phone.ts'

export const bar = (page: Page) => page.getByRole('region', { name: 'Call', exact: true })
export const outcomes = (page: Page) => page.getByRole('dialog', { name: /^How did the call with/ })
export const ringing = (page: Page) => page.getByRole('alertdialog', { name: /^Incoming call from/ })
/** Until the page is registered at the telephone system. */
export const untilReady = (page: Page) => page.locator('html[data-can-call]').waitFor()

/** A lead of the agent, with a number of their own. */
export async function newLead(url: string): Promise<{ id: number; phone: string; token: string }> {
  const token = await tokenOf(url, 'agent@keyturn.test')
  const phone = `+1416555${randomInt(1000, 9999)}`
  const { id } = await ask(url, 'lead', { first_name: 'Robin', last_name: 'Caller', phone }, token)
  return { id, phone, token }
}

/** Calls the lead whose page is open, at whatever hour. */
export async function press(page: Page): Promise<void> {
  await page.locator('[data-act="call"]').first().click()
  const question = page.getByRole('button', { name: 'CONFIRM' })
  await expect(bar(page).or(question).first()).toBeVisible()
  if (await question.isVisible()) await question.click()
}

/** What the product knows of the last call with a lead. */
export const lastCall = async (url: string, { id, token }: { id: number; token: string }) =>
  (await ask(url, `calls?lead_id=${id}`, null, token)).data[0]

/** Gives somebody an extension, as an administrator does. */
export async function giveExtension(
  url: string,
  email: string,
  given: { extension: string; password?: string },
): Promise<void> {
  const admin = await tokenOf(url, 'admin@keyturn.test')
  const { extensions } = await ask(url, 'sip/extensions', null, admin)
  const { user } = await ask(url, 'login/manual', { email, password: 'keyturn-demo' })
  expect(extensions.map(({ user_id }: { user_id: number }) => user_id)).toContain(user.id)
  await ask(url, `sip/extensions/${user.id}`, given, admin)
}

/** Somebody outside with a telephone in a browser of their own, which is registered. */
export async function outside(
  { browser, product }: { browser: Browser; product: string },
  account: PhoneAccount,
): Promise<OpenPhone> {
  const context = await browser.newContext({ permissions: ['microphone'], baseURL: product })
  return openPhone(context, account)
}
