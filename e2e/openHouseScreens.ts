import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { dayIn } from './support.ts'
import { ask } from './working-day.ts'

const MINE = `/brokerage-listings?filters=${encodeURIComponent('{"tab":"mine"}')}`

/** Opens the first listing of the agent that was open to visitors. */
async function openListing(page: Page): Promise<void> {
  const { data } = await ask<{ data: { id: number }[] }>(page, 'brokerage-listings?tab=mine')
  for (const { id } of data) {
    const { total } = await ask<{ total: number }>(page, `brokerage-listings/${id}/open-houses`)
    if (total === 0) continue
    await page.goto(`/brokerage-listings/${id}`)
    break
  }
  await page.getByRole('region', { name: 'Open houses' }).getByRole('list', { name: 'Past' }).waitFor()
}

async function openPast(page: Page): Promise<void> {
  await openListing(page)
  await page.getByRole('list', { name: 'Past' }).getByRole('button').first().click()
  await page.getByRole('list', { name: 'Visitors' }).waitFor()
}

async function openPlan(page: Page): Promise<void> {
  await openListing(page)
  await page.getByRole('button', { name: 'Plan an open house' }).click()
  await page.getByRole('dialog').getByLabel('Host').waitFor()
}

/** Opens the page for visitors of an open house on a day. Each picture has an open house of its own, of a home that no other shows. */
const signInOn = (days: number) => async (page: Page) => {
  const { data } = await ask<{ data: { id: number }[] }>(page, 'brokerage-listings?tab=mine')
  const hours = { date: dayIn(days), from: '00:00', to: '23:59' }
  const { token } = await ask<{ token: string }>(page, `brokerage-listings/${data.at(-1)?.id}/open-houses`, hours)
  await page.goto(`/open-house/${token}`)
  await page.getByText(days === 0 ? 'Please sign in' : 'Sign-in opens on').waitFor()
}

async function refuse(page: Page): Promise<void> {
  await signInOn(0)(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter an e-mail address or a phone number.').waitFor()
}

/** Open houses on the page of a listing, and the page on which visitors sign in. */
export const openHouseScreens: readonly Screen[] = [
  { name: 'brokerage-listing', path: MINE, as: 'Agent', action: openListing, differsOnPhone: true },
  { name: 'open-house-past', path: MINE, as: 'Agent', action: openPast },
  { name: 'open-house-plan', path: MINE, as: 'Agent', action: openPlan, differsOnPhone: true },
  { name: 'open-house', path: '/privacy', as: null, action: signInOn(0), differsOnPhone: true, inEveryBrand: true },
  { name: 'open-house-refused', path: '/privacy', as: null, action: refuse, differsOnPhone: true },
  { name: 'open-house-early', path: '/privacy', as: null, action: signInOn(7) },
]
