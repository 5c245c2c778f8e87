import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { ODataRecord } from '../src/integrations/mls/odata.ts'
import { ask, tokenOf } from './calls.ts'
import { expect, withMarket } from './market.ts'
import { signIn } from './support.ts'

const home = (number: string, price: number): ODataRecord => ({
  ListingKey: number,
  StandardStatus: 'Active',
  TransactionType: 'For Sale',
  PropertySubType: 'Condo Apartment',
  ListPrice: price,
  StreetNumber: number.slice(1),
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
})

const market: ODataRecord[] = [home('C10', 700_000)]
const test = withMarket(market)

test.describe('a lead with an alert', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 })
  let url: string
  test.beforeAll(({ product }) => {
    url = product.url
  })

  const post = async (account: 'agent' | 'admin', path: string, body: object = {}) =>
    ask(url, path, body, await tokenOf(url, `${account}@keyturn.test`))
  const readFeed = () => post('admin', 'listing-feed/refresh')
  const hasNoViolations = async (page: Page) =>
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual(
      [],
    )

  test('gets what comes on the market by e-mail, looks at it, keeps it, and says no', async ({ page, browser }) => {
    await readFeed()
    const lead = await post('agent', 'lead', { first_name: 'Ana', last_name: 'Reis', email: 'ana@people.test' })
    await post('agent', `lead/${lead.id}/consent`, { channel: 'email', kind: 'express', source: 'Phone call' })
    await signIn(page, 'Agent', `/leads/Ana_Reis_${lead.id}`)

    await page.getByRole('button', { name: 'Add a listing alert' }).click()
    const editor = page.getByRole('dialog', { name: 'Add a listing alert' })
    await editor.getByLabel('Name').fill('Near work')
    await editor.getByRole('combobox', { name: 'Frequency' }).click()
    await page.getByRole('option', { name: 'Instant' }).click()
    await editor.getByRole('combobox', { name: 'Areas' }).fill('King West')
    await page.getByRole('option', { name: /^King West/ }).click()
    await editor.getByLabel('Price to').fill('800000')
    await expect(editor.getByRole('status')).toHaveText('1 home matches now')
    await hasNoViolations(page)
    await editor.getByRole('button', { name: 'Create alert' }).click()
    const alerts = page.getByRole('region', { name: 'Listing alerts' })
    await expect(alerts.getByText('Near work')).toBeVisible()
    await expect(alerts.getByText('King West · For sale · up to $800K')).toBeVisible()

    market.push(home('C20', 750_000))
    await readFeed()
    await page.goto('/outbox')
    await page.getByRole('button', { name: /New: 805 - 20 Adelaide St, \$750,000/ }).click()
    const message = page.frameLocator('iframe')
    const hrefOf = async (name: string) => (await message.getByRole('link', { name }).getAttribute('href')) ?? ''
    const [see, out] = [await hrefOf('See this home'), await hrefOf('Unsubscribe')]

    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(see)
    await expect(visitor.getByRole('heading', { name: '805 - 20 Adelaide St' })).toBeVisible()
    await expect(visitor.getByRole('region', { name: 'Photos' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: /Map: where 805 - 20 Adelaide St is/ })).toBeVisible()
    await visitor.getByRole('button', { name: 'Save to favourites' }).click()
    await expect(visitor.getByRole('button', { name: 'A favourite' })).toBeVisible()
    await hasNoViolations(visitor)
    await visitor.goto(out)
    await expect(visitor.getByText('Near work')).toBeVisible()
    await hasNoViolations(visitor)
    await visitor.getByRole('button', { name: 'Thinking of selling?' }).click()
    await visitor.getByRole('textbox', { name: /Address|Which home/ }).fill('9 Elm Ave')
    await visitor.getByRole('button', { name: 'Send' }).click()
    const asked = visitor.getByText(/^You asked about selling: 9 Elm Ave/)
    await expect(asked).toBeVisible()
    await visitor.reload()
    await expect(asked).toBeVisible()
    await visitor.getByRole('button', { name: 'Unsubscribe from all' }).click()
    await expect(visitor.getByText(/gets no e-mails about homes/)).toBeVisible()
    await visitor.getByRole('button', { name: 'No e-mail at all' }).click()
    await expect(visitor.getByText(/gets no e-mail at all/)).toBeVisible()

    await page.goto(`/leads/Ana_Reis_${lead.id}`)
    await expect(page.getByText('Listing Alert Sent').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Favourites' }).getByText('805 - 20 Adelaide St')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Consent' }).getByText('Withdrawn')).toBeVisible()
    const why = 'This lead has withdrawn consent for e-mail.'
    await expect(page.getByRole('note').getByText(why)).toBeVisible()
    await expect(page.getByRole('button', { name: `E-mail: ${why}` })).toBeDisabled()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(
      page.getByRole('toolbar', { name: 'Reach this lead' }).getByRole('button', { name: /^E-mail: / }),
    ).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('button', { name: 'Actions for “Near work”' }).click()
    await page.getByRole('menuitem', { name: 'Send now' }).click()
    await expect(alerts.getByRole('alert')).toContainText('This lead has withdrawn consent for e-mail.')
  })

  test('sees its e-mail before it goes, and an alert that was deleted comes back', async ({ page }) => {
    const lead = await post('agent', 'lead', { first_name: 'Leo', last_name: 'Park', email: 'leo@people.test' })
    await post('agent', `user/${lead.id}/alerts/listing`, { name: 'Anywhere', alert_frequency: 2, offer: 'sale' })
    await signIn(page, 'Agent', `/leads/Leo_Park_${lead.id}`)
    const actions = page.getByRole('button', { name: 'Actions for “Anywhere”' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog')
    await expect(preview.frameLocator('iframe').getByText('805 - 20 Adelaide St, King West')).toBeInViewport()
    const paper = await preview.locator('iframe').boundingBox()
    expect(Math.min(paper?.width ?? 0, paper?.height ?? 0)).toBeGreaterThan(300)
    await expect(preview.getByText('No valid e-mail consent')).toBeVisible()
    await expect(preview.getByRole('button', { name: 'Send now' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(actions).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(actions).toBeVisible()
  })

  test('keeps what went wrong with one alert at that alert, and says what failed as a whole', async ({ page }) => {
    const lead = await post('agent', 'lead', { first_name: 'Mia', last_name: 'Roy', email: 'mia@people.test' })
    await post('agent', `lead/${lead.id}/consent`, { channel: 'email', kind: 'express', source: 'Phone call' })
    for (const [name, alert_frequency] of [
      ['Open', 2],
      ['Closed', 0],
    ] as const)
      await post('agent', `user/${lead.id}/alerts/listing`, { name, alert_frequency, offer: 'sale' })
    await signIn(page, 'Agent')
    const alerts = page.getByRole('region', { name: 'Listing alerts' })
    const item = (name: string) => alerts.getByRole('listitem').filter({ hasText: name })
    const broken = { status: 500, json: { status: 0, data: null, message: 'Broken', error: 'internal' } }

    await page.route('**/crm/user/*/alerts*', route => route.fulfill(broken))
    await page.goto(`/leads/Mia_Roy_${lead.id}`)
    await expect(alerts.getByRole('alert')).toContainText('Failed to load listing alerts.', { timeout: 30_000 })
    await page.unroute('**/crm/user/*/alerts*')
    await alerts.getByRole('button', { name: 'Try again' }).click()

    await alerts.getByRole('button', { name: 'Send all' }).click()
    await expect(item('Closed').getByRole('alert')).toHaveText('This alert is off.')
    await expect(item('Open').getByRole('alert')).toHaveCount(0)
    await expect(item('Open')).toContainText(/sent /)

    await page.route('**/crm/users/alerts/**', route => route.fulfill(broken))
    await alerts.getByRole('button', { name: 'Send all' }).click()
    await expect(page.getByText('Failed to send all listing alerts.')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for “Open”' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('Failed to delete listing alert.')).toBeVisible()
    await expect(item('Open')).toBeVisible()
  })

  test('is refused with a reason after a withdrawal, and what failed goes out once the address is right', async ({
    page,
  }) => {
    const addLead = async (first_name: string, email: string) => {
      const lead = await post('agent', 'lead', { first_name, last_name: 'Kerr', email })
      await post('agent', `lead/${lead.id}/consent`, { channel: 'email', kind: 'express', source: 'Phone call' })
      await post('agent', `user/${lead.id}/alerts/listing`, { name: 'Any home', alert_frequency: 1, offer: 'sale' })
      return lead
    }
    const [withdrawn, wrong] = [await addLead('Wim', 'wim@people.test'), await addLead('Nora', 'nobody@people.test')]
    await post('agent', `lead/${withdrawn.id}/consent`, {
      channel: 'email',
      kind: 'withdrawn',
      source: 'Phone call',
    })
    market.push(home('C30', 720_000))

    await signIn(page, 'Administrator', '/admin?section=listing-feed')
    const feed = page.getByRole('region', { name: 'Listing feed' })
    await expect(feed.getByRole('status')).toHaveText('The feed is up to date.')
    await feed.getByRole('button', { name: 'Sync now' }).click()
    const emails = page.getByRole('region', { name: 'E-mails' })
    await emails.getByRole('textbox').fill('Kerr')
    const alertEmailOf = (name: string) => emails.getByRole('listitem').filter({ hasText: name })
    await expect(alertEmailOf('Wim Kerr')).toContainText('This lead has unsubscribed from commercial e-mail.')
    await expect(alertEmailOf('Wim Kerr')).toContainText('Refused')
    await expect(alertEmailOf('Nora Kerr')).toContainText('The mailbox does not exist')
    await expect(alertEmailOf('Nora Kerr')).toContainText('Failed')
    await hasNoViolations(page)

    await emails.getByRole('button', { name: 'Failed', exact: true }).click()
    await expect(alertEmailOf('Wim Kerr')).toHaveCount(0)
    await emails.getByRole('button', { name: 'Failed', exact: true }).click()
    await post('agent', `lead/${wrong.id}`, { email: 'nora@people.test' })
    await alertEmailOf('Nora Kerr').getByRole('button', { name: 'Try again' }).click()
    await expect(alertEmailOf('Nora Kerr')).toContainText('Sent')
    await expect(alertEmailOf('Nora Kerr')).toContainText('nora@people.test')
    await alertEmailOf('Nora Kerr').getByRole('link', { name: 'Nora Kerr' }).click()
    await expect(page.getByText('Listing Alert Sent').first()).toBeVisible()
  })
})
