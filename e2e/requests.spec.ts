import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { wallTimeText } from '../src/platform/ui/dates/wallTime.ts'
import { ask, tokenOf } from './calls.ts'
import { expect, withMarket } from './market.ts'
import { signIn } from './support.ts'

const DAY_MS = 86_400_000

const market = [
  {
    ListingKey: 'C10',
    StandardStatus: 'Active',
    TransactionType: 'For Sale',
    PropertySubType: 'Condo Apartment',
    ListPrice: 700_000,
    StreetNumber: '10',
    StreetName: 'Adelaide',
    StreetSuffix: 'St',
    UnitNumber: '805',
    City: 'Toronto',
    CityRegion: 'King West',
    BedroomsAboveGrade: 2,
    BathroomsTotalInteger: 1,
    PublicRemarks: 'Sun-filled corner loft with parking.',
    Latitude: 43.6437,
    Longitude: -79.4025,
    OriginalEntryTimestamp: new Date().toISOString(),
    ModificationTimestamp: new Date().toISOString(),
  },
]

const test = withMarket(market)

test.describe('a lead who reads their e-mail', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 })
  let url: string
  test.beforeAll(async ({ product }) => {
    url = product.url
    await post('admin', 'listing-feed/refresh')
  })

  const post = async (account: 'agent' | 'admin', path: string, body: object = {}) =>
    ask(url, path, body, await tokenOf(url, `${account}@keyturn.test`))

  /** A lead of the agent who was just sent the one home on the market. */
  const sendHome = async (first_name: string, phone: string): Promise<{ id: number }> => {
    const email = `${first_name.toLowerCase()}@people.test`
    const lead = await post('agent', 'lead', { first_name, last_name: 'Reis', email, phone })
    await post('agent', `lead/${lead.id}/consent`, { channel: 'email', kind: 'express', source: 'Phone call' })
    const alert = await post('agent', `user/${lead.id}/alerts/listing`, {
      name: `Homes for ${first_name}`,
      alert_frequency: 2,
      offer: 'sale',
    })
    await post('agent', `users/alerts/${alert.id}/send`)
    return lead
  }

  /** Opens the newest letter about the home in the outbox, and one of its links as its reader. */
  const follow = async (page: Page, browser: Browser, link: string): Promise<Page> => {
    await page.goto('/outbox')
    await page
      .getByRole('button', { name: /New: 805 - 10 Adelaide St/ })
      .first()
      .click()
    const href = await page.frameLocator('iframe').getByRole('link', { name: link }).first().getAttribute('href')
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(href ?? '')
    return visitor
  }
  const hasNoViolations = async (page: Page) =>
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual(
      [],
    )

  test('asks for a viewing, which their agent sees at once and books in one press', async ({ page, browser }) => {
    const lead = await sendHome('Ana', '416 555 7142')
    await signIn(page, 'Agent')
    const visitor = await follow(page, browser, 'See this home')
    await page.goto('/tasks')
    await expect(page.getByRole('tab', { name: /Today/ })).toHaveAttribute('aria-selected', 'true')

    await visitor.getByRole('button', { name: 'Request a showing' }).click()
    const form = visitor.getByRole('form', { name: 'When would you like to see it?' })
    const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
    await form.getByLabel('Day').fill(day)
    await form.getByLabel('From').fill('14:30')
    await form.getByLabel('Anything we should know?').fill('Is there a locker?')
    await hasNoViolations(visitor)
    // Nothing is lost when it does not get through.
    await visitor.route('**/crm/homes/*/requests', route => route.abort())
    await form.getByRole('button', { name: 'Request a showing' }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    await expect(form.getByLabel('Anything we should know?')).toHaveValue('Is there a locker?')
    await visitor.unroute('**/crm/homes/*/requests')
    await form.getByRole('button', { name: 'Request a showing' }).click()
    await expect(visitor.getByText(/You requested a showing: .* after 2:30 PM · Is there a locker\?/)).toBeVisible()

    const row = page.getByRole('listitem').filter({ hasText: 'Call about the showing of 805 - 10 Adelaide St' })
    await expect(row).toBeVisible()
    await expect(page.getByText(/Call about the showing of 805 - 10 Adelaide St, Ana Reis/)).toBeVisible()
    await row.getByText('Call about the showing').click()
    const panel = page.getByRole('complementary', { name: 'About this lead' })
    await expect(panel.getByText('Is there a locker?')).toBeVisible()
    await panel.getByRole('button', { name: 'Book the showing' }).click()
    const booking = page.getByRole('dialog', { name: 'Book a showing' })
    await expect(booking.getByLabel('MLS number')).toHaveValue('C10')
    await expect(booking.getByLabel('Address')).toHaveValue(/^805 - 10 Adelaide St/)
    await expect(booking.getByLabel('Day')).toHaveValue(wallTimeText('date', day, day))
    await expect(booking.getByLabel('From')).toHaveValue('2:30 PM')
    await booking.getByRole('button', { name: /^Book($| and e-mail )/ }).click()
    await expect(booking).toHaveCount(0)
    await expect(page.getByText(/^“.+” done\.$/)).toBeVisible()

    await page.goto(`/leads/Ana_Reis_${lead.id}`)
    const requests = page.getByRole('region', { name: 'Requests' })
    await expect(requests.getByText('805 - 10 Adelaide St')).toHaveCount(0)
    await requests.getByRole('button', { name: '1 handled' }).click()
    await expect(requests.getByText('805 - 10 Adelaide St')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Showings' }).getByText(/805 - 10 Adelaide St/)).toBeVisible()
    await expect(page.getByText('Viewing Request Submitted')).toBeVisible()
    await hasNoViolations(page)
  })

  test('makes an offer, changes it, and asks about selling', async ({ page, browser }) => {
    const lead = await sendHome('Leo', '416 555 7143')
    await signIn(page, 'Agent')
    const visitor = await follow(page, browser, 'See this home')
    await visitor.getByRole('button', { name: 'Make an offer' }).click()
    const offer = visitor.getByRole('form', { name: 'What would you offer?' })
    await offer.getByLabel('Your price').fill('680000')
    await offer.getByRole('button', { name: 'Send the offer' }).click()
    await expect(visitor.getByText(/You made an offer: \$680,000/)).toBeVisible()

    await page.goto(`/leads/Leo_Reis_${lead.id}`)
    const requests = page.getByRole('region', { name: 'Requests' })
    await expect(requests.getByText(/Offers \$680,000/)).toBeVisible()
    await visitor.reload()
    await visitor.getByRole('button', { name: 'Change' }).click()
    await expect(offer.getByLabel('Your price')).toHaveValue('$680,000')
    await offer.getByLabel('Your price').fill('690000')
    await offer.getByRole('button', { name: 'Send the offer' }).click()
    await expect(visitor.getByText(/You made an offer: \$690,000/)).toBeVisible()
    await expect(requests.getByText(/Offers \$690,000/)).toBeVisible()
    await expect(page.getByText(/^\$690,000/)).toBeVisible()

    const preferences = await follow(page, browser, 'Unsubscribe')
    await preferences.getByRole('button', { name: 'Thinking of selling?' }).click()
    const sell = preferences.getByRole('form', { name: 'Tell us about your home' })
    await sell.getByLabel('Address').fill('9 Elm Ave, Toronto')
    await sell.getByRole('button', { name: 'Send' }).click()
    await expect(preferences.getByText(/You asked about selling: 9 Elm Ave, Toronto/)).toBeVisible()
    await hasNoViolations(preferences)
    await page.goto(`/leads/Leo_Reis_${lead.id}`)
    await expect(page.getByText('Call about selling 9 Elm Ave, Toronto').first()).toBeVisible()
    await expect(requests.getByText('9 Elm Ave, Toronto')).toBeVisible()
  })
})
