import type { Browser, Page } from '@playwright/test'
import { ask, tokenOf } from '../e2e/calls.ts'
import {
  bar,
  giveExtension,
  lastCall,
  newLead,
  outcomes,
  outside,
  press,
  ringing,
  untilReady,
} from '../e2e/phone/calling.ts'
import { expect, test as productTest } from '../e2e/product.ts'
import { signIn } from '../e2e/support.ts'
import { type Coturn, startCoturn } from './telephone/coturn.ts'
import { DOMAIN, type Kamailio, passwordOf, SECRET, startKamailio } from './telephone/kamailio.ts'
import { hear, heard, relayOnly, waysTaken } from './telephone/sound.ts'

const withSystem = productTest.extend<object, { system: Kamailio; relay: Coturn }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
    async ({}, use) => {
      const system = await startKamailio()
      await use(system)
      await system.stop()
    },
    { scope: 'worker' },
  ],
  relay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
    async ({}, use) => {
      const relay = await startCoturn()
      await use(relay)
      await relay.stop()
    },
    { scope: 'worker' },
  ],
})

interface Around {
  /** The product's. */
  url: string
  browser: Browser
  system: Kamailio
}

/** The telephone of somebody outside, whose number the telephone system knows. */
const phoneOf = ({ url, browser, system }: Around, number: string) =>
  outside({ browser, product: url }, { url: system.url, domain: DOMAIN, number, password: passwordOf(number) })

/** Both talk, and hear each other. */
async function talking(page: Page, around: Around) {
  const lead = await newLead(around.url)
  const phone = await phoneOf(around, lead.phone)
  await page.goto(`/leads/robin-caller_${lead.id}`)
  await untilReady(page)
  await press(page)
  await expect.poll(phone.state).toBe('ringing')
  await expect.poll(async () => (await lastCall(around.url, lead)).state).toBe('ringing')
  await phone.answer()
  await expect(bar(page)).toContainText('connected')
  await expect.poll(phone.soundBytes).toBeGreaterThan(2_000)
  await expect.poll(() => heard(page)).toBeGreaterThan(0)
  return { lead, phone }
}

withSystem.describe('Kamailio, with a password for each extension', () => {
  const test = withSystem.extend({
    settings: [
      async ({ system }, use) => use({ SIP_WS_URL: system.url, SIP_DOMAIN: DOMAIN, SIP_NUMBER: '+14165550100' }),
      { scope: 'worker' },
    ],
  })

  test.beforeEach(async ({ page, product }) => {
    await giveExtension(product.url, 'agent@keyturn.test', { extension: '101', password: passwordOf('101') })
    await giveExtension(product.url, 'agent2@keyturn.test', { extension: '102', password: passwordOf('102') })
    await hear(page)
  })

  test('connects a call to a lead, with sound both ways, hold, and its end', async ({
    page,
    product,
    browser,
    system,
  }) => {
    await signIn(page, 'Agent', '/leads_v2')
    const { lead, phone } = await talking(page, { url: product.url, browser, system })
    await bar(page).getByRole('button', { name: 'Hold', exact: true }).click()
    await expect.poll(phone.isHeld).toBe(true)
    await bar(page).getByRole('button', { name: 'Take off hold' }).click()
    await expect.poll(phone.isHeld).toBe(false)
    await bar(page).getByRole('button', { name: 'End call' }).click()
    await expect.poll(phone.state).toBe('idle')
    await expect(outcomes(page)).toBeVisible()
    await expect.poll(async () => (await lastCall(product.url, lead)).state).toBe('ended')
  })

  test('tells of a lead who is busy, of one whom it does not know, and of a call that is given up', async ({
    page,
    product,
    browser,
    system,
  }) => {
    await signIn(page, 'Agent', '/leads_v2')
    const around = { url: product.url, browser, system }
    const { lead, phone } = await talking(page, around)
    await phone.hangUp()
    await expect(bar(page)).toContainText('disconnected')
    await expect(outcomes(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await press(page)
    await expect.poll(phone.state).toBe('ringing')
    await phone.refuse(486)
    await expect.poll(async () => (await lastCall(product.url, lead)).state).toBe('failed')
    await expect(outcomes(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await press(page)
    await expect.poll(phone.state).toBe('ringing')
    await bar(page).getByRole('button', { name: 'End call' }).click()
    await expect.poll(phone.state).toBe('idle')
    await expect.poll(async () => (await lastCall(product.url, lead)).state).toBe('missed')

    const nobody = await newLead(product.url)
    await page.goto(`/leads/robin-caller_${nobody.id}`)
    await untilReady(page)
    await press(page)
    await expect(page.getByText('The telephone system does not know this number.').first()).toBeVisible()
    await expect.poll(async () => (await lastCall(product.url, nobody)).state).toBe('failed')
  })

  test('rings for a lead who calls in, who is answered, gives up, and is declined', async ({
    page,
    product,
    browser,
    system,
  }) => {
    await signIn(page, 'Agent', '/leads_v2')
    const lead = await newLead(product.url)
    const phone = await phoneOf({ url: product.url, browser, system }, lead.phone)
    await untilReady(page)
    await phone.call('101')
    await expect(ringing(page)).toContainText('Robin Caller')
    await page.keyboard.press('Alt+a')
    await expect(bar(page)).toContainText('connected')
    await expect.poll(phone.soundBytes).toBeGreaterThan(2_000)
    await expect.poll(() => heard(page)).toBeGreaterThan(0)
    await phone.hangUp()
    await expect(bar(page)).toContainText('disconnected')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await lastCall(product.url, lead)).state).toBe('ended')
    await phone.call('101')
    await expect(ringing(page)).toBeVisible()
    await phone.hangUp()
    await expect(ringing(page)).toBeHidden()
    await expect.poll(async () => (await lastCall(product.url, lead)).state).toBe('missed')
    await phone.call('101')
    await ringing(page).getByRole('button', { name: 'Decline' }).click()
    await expect.poll(phone.state).toBe('idle')
  })

  test('hands a call to the extension of a colleague', async ({ page, product, browser, system }) => {
    await signIn(page, 'Agent', '/leads_v2')
    const context = await browser.newContext({ permissions: ['microphone'], baseURL: product.url })
    const colleague = await context.newPage()
    await hear(colleague)
    await signIn(colleague, 'Second agent', '/leads_v2')
    await untilReady(colleague)
    const { phone } = await talking(page, { url: product.url, browser, system })
    const admin = await tokenOf(product.url, 'admin@keyturn.test')
    const { extensions } = await ask(product.url, 'sip/extensions', null, admin)
    const { name } = extensions.find(({ extension }: { extension: string | null }) => extension === '102')
    await bar(page).getByRole('button', { name: 'Transfer' }).click()
    await page.getByLabel('Transfer to', { exact: true }).fill(name)
    await page.getByRole('button', { name: `Transfer to ${name}` }).click()
    await ringing(colleague)
      .getByRole('button', { name: /^Answer/ })
      .click()
    await expect(bar(colleague)).toContainText('connected')
    await expect(bar(page)).toContainText('disconnected')
    await expect.poll(() => heard(colleague)).toBeGreaterThan(0)
    await phone.hangUp()
    await expect(bar(colleague)).toContainText('disconnected')
    await context.close()
  })

  test('refuses a wrong password, and the screen says so until there is the right one', async ({ page, product }) => {
    await giveExtension(product.url, 'agent@keyturn.test', { extension: '101', password: 'another one' })
    await signIn(page, 'Agent', '/leads_v2')
    await expect(page.getByText('The telephone system refuses the password of your extension')).toBeVisible()
    await expect(page.locator('html[data-can-call]')).toHaveCount(0)
    await giveExtension(product.url, 'agent@keyturn.test', { extension: '101', password: passwordOf('101') })
    await untilReady(page)
    await expect(page.getByText('The telephone system refuses the password of your extension')).toBeHidden()
  })
})

withSystem.describe('Kamailio and coturn, with credentials that end', () => {
  const test = withSystem.extend({
    settings: [
      async ({ system, relay }, use) =>
        use({ SIP_WS_URL: system.url, SIP_DOMAIN: DOMAIN, SIP_SECRET: SECRET, SIP_ICE_URLS: relay.url }),
      { scope: 'worker' },
    ],
  })

  test('take them, and pass the sound of a call on', async ({ page, product, browser, system }) => {
    await giveExtension(product.url, 'agent@keyturn.test', { extension: '101' })
    await hear(page)
    await relayOnly(page)
    await signIn(page, 'Agent', '/leads_v2')
    const { phone } = await talking(page, { url: product.url, browser, system })
    expect(await waysTaken(page)).toEqual(['relay'])
    await bar(page).getByRole('button', { name: 'End call' }).click()
    await expect.poll(phone.state).toBe('idle')
  })
})
