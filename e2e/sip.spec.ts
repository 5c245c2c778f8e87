import type { Browser, Page } from '@playwright/test'
import { type FakeTelephoneSystem, serveFakeTelephoneSystem } from '../src/integrations/sip/fake.ts'
import { ask, tokenOf } from './calls.ts'
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
} from './phone/calling.ts'
import type { OpenPhone } from './phone/phone.ts'
import { expect, test as productTest } from './product.ts'
import { signIn } from './support.ts'

const DOMAIN = 'pbx.test'
/** Whatever is registered has this password, made of its name. */
const passwordOf = (name: string) => `for ${name} alone`

const test = productTest.extend<object, { system: FakeTelephoneSystem }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
    async ({}, use) => {
      const system = await serveFakeTelephoneSystem({ domain: DOMAIN, passwordOf })
      await use(system)
      await system.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ system }, use) => use({ SIP_WS_URL: system.url, SIP_DOMAIN: DOMAIN, SIP_NUMBER: '+14165550100' }),
    { scope: 'worker' },
  ],
})

/** Somebody outside with a telephone in a browser of their own. */
const phoneOf = ({ url, browser, system }: Around, number: string): Promise<OpenPhone> =>
  outside({ browser, product: url }, { url: system.url, domain: DOMAIN, number, password: passwordOf(number) })

interface Around {
  /** The product's. */
  url: string
  browser: Browser
  system: FakeTelephoneSystem
}

/** Both talk: the page of a lead with its call, and the telephone of the lead. */
async function talking(page: Page, around: Around) {
  const lead = await newLead(around.url)
  const phone = await phoneOf(around, lead.phone)
  await page.goto(`/leads/robin-caller_${lead.id}`)
  await untilReady(page)
  await press(page)
  await expect.poll(phone.state).toBe('ringing')
  await phone.answer()
  await expect(bar(page)).toContainText('connected')
  return { lead, phone }
}

test.beforeEach(async ({ page, product, system }) => {
  system.setReachable(true)
  await giveExtension(product.url, 'agent@keyturn.test', { extension: '101', password: passwordOf('101') })
  await giveExtension(product.url, 'agent2@keyturn.test', { extension: '102', password: passwordOf('102') })
  await page.addInitScript(() => {
    const pressed: string[] = []
    Object.assign(globalThis, { pressed })
    const insert = RTCDTMFSender.prototype.insertDTMF
    RTCDTMFSender.prototype.insertDTMF = function (...given) {
      this.ontonechange = ({ tone }) => void (tone && pressed.push(tone))
      insert.apply(this, given)
    }
  })
  await signIn(page, 'Agent', '/leads_v2')
})

test('a call rings at the telephone of the lead, carries sound, is held, presses keys and ends with its outcome', async ({
  page,
  product,
  browser,
  system,
}) => {
  const lead = await newLead(product.url)
  const phone = await phoneOf({ url: product.url, browser, system }, lead.phone)
  await page.goto(`/leads/robin-caller_${lead.id}`)
  await untilReady(page)
  expect(system.isRegistered('101')).toBe(true)
  await press(page)
  await expect.poll(phone.state).toBe('ringing')
  await expect(bar(page)).toContainText('connecting...')
  await expect.poll(async () => (await lastCall(product.url, lead)).state).toBe('ringing')
  await phone.answer()
  await expect(bar(page)).toContainText('connected')
  await expect(bar(page).getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  await expect.poll(phone.soundBytes).toBeGreaterThan(2_000)

  await bar(page).getByRole('button', { name: 'Hold', exact: true }).click()
  await expect.poll(phone.isHeld).toBe(true)
  await expect(bar(page)).toContainText('on hold')
  await bar(page).getByRole('button', { name: 'Take off hold' }).click()
  await expect.poll(phone.isHeld).toBe(false)
  await expect(bar(page)).toContainText('connected')

  await bar(page).getByRole('button', { name: 'Keypad' }).click()
  for (const key of ['4', '#'])
    await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: key }).click()
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { pressed: string[] }).pressed.join('')))
    .toBe('4#')
  await expect(page.getByRole('status', { name: 'Keys pressed' })).toHaveText('4#')
  await page.keyboard.press('Escape')

  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect.poll(phone.state).toBe('idle')
  await expect(outcomes(page)).toContainText('on the timeline')
  await page.keyboard.press('1')
  await page.keyboard.press('1')
  await expect(page.getByText('Call log has been created.')).toBeVisible()
  expect(await lastCall(product.url, lead)).toMatchObject({ state: 'ended', outcome: 'connected' })
})

test('a lead who is busy, and one who hangs up', async ({ page, product, browser, system }) => {
  const { lead, phone } = await talking(page, { url: product.url, browser, system })
  await phone.hangUp()
  await expect(bar(page)).toContainText('disconnected')
  await expect(outcomes(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await lastCall(product.url, lead)).state).toBe('ended')
  await bar(page).getByRole('button', { name: 'Close call' }).click()
  await press(page)
  await expect.poll(phone.state).toBe('ringing')
  await phone.refuse(486)
  await expect(bar(page)).toContainText('Error: The line is busy.')
  await expect.poll(async () => (await lastCall(product.url, lead)).state).toBe('failed')
})

test('a call that is given up while it rings stops ringing', async ({ page, product, browser, system }) => {
  const lead = await newLead(product.url)
  const phone = await phoneOf({ url: product.url, browser, system }, lead.phone)
  await page.goto(`/leads/robin-caller_${lead.id}`)
  await untilReady(page)
  await press(page)
  await expect.poll(phone.state).toBe('ringing')
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect.poll(phone.state).toBe('idle')
  expect(system.heard).toContain(`CANCEL ${lead.phone}`)
  await expect.poll(async () => (await lastCall(product.url, lead)).state).toBe('missed')
})

test('a lead who calls in rings, is answered, and is missed when nobody answers', async ({
  page,
  product,
  browser,
  system,
}) => {
  const lead = await newLead(product.url)
  const phone = await phoneOf({ url: product.url, browser, system }, lead.phone)
  await untilReady(page)
  await phone.call('101')
  await expect(ringing(page)).toContainText('Robin Caller')
  await page.keyboard.press('Alt+a')
  await expect(bar(page)).toContainText('connected')
  await expect.poll(phone.state).toBe('talking')
  await expect.poll(phone.soundBytes).toBeGreaterThan(2_000)
  await phone.hangUp()
  await expect(bar(page)).toContainText('disconnected')
  await expect(outcomes(page)).toBeVisible()
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

test('a call is handed to the extension of a colleague, who answers it', async ({ page, product, browser, system }) => {
  const context = await browser.newContext({ permissions: ['microphone'], baseURL: product.url })
  const colleague = await context.newPage()
  await signIn(colleague, 'Second agent', '/leads_v2')
  await untilReady(colleague)
  const { lead, phone } = await talking(page, { url: product.url, browser, system })
  const admin = await tokenOf(product.url, 'admin@keyturn.test')
  const { extensions } = await ask(product.url, 'sip/extensions', null, admin)
  const { name } = extensions.find(({ extension }: { extension: string | null }) => extension === '102')
  await bar(page).getByRole('button', { name: 'Transfer' }).click()
  await page.getByLabel('Transfer to', { exact: true }).fill(name)
  await page.getByRole('button', { name: `Transfer to ${name}` }).click()
  await expect(ringing(colleague)).toBeVisible()
  await ringing(colleague)
    .getByRole('button', { name: /^Answer/ })
    .click()
  await expect(bar(colleague)).toContainText('connected')
  await expect(bar(page)).toContainText('disconnected')
  await expect.poll(phone.state).toBe('talking')
  await expect
    .poll(async () =>
      (await ask(product.url, `calls?lead_id=${lead.id}`, null, lead.token)).data.map(
        (call: { notes: string }) => call.notes,
      ),
    )
    .toContain(`Transferred to ${name}`)
  await phone.hangUp()
  await expect(bar(colleague)).toContainText('disconnected')
  await context.close()
})

test('an administrator gives somebody an extension with a password, and takes it away', async ({ page, product }) => {
  await signIn(page, 'Administrator', '/admin?section=calls')
  const part = page.getByRole('region', { name: 'Extensions' })
  const admin = await tokenOf(product.url, 'admin@keyturn.test')
  const { extensions } = await ask(product.url, 'sip/extensions', null, admin)
  const { name } = extensions.find(({ extension }: { extension: string | null }) => extension === null)
  const own = async () =>
    (await ask(product.url, 'sip/extensions', null, admin)).extensions.find(
      (each: { name: string }) => each.name === name,
    )
  await part.getByLabel(`Extension of ${name}`, { exact: true }).fill('107')
  await part.getByLabel(`Password of ${name}`).fill('for 107 alone')
  await part.getByRole('button', { name: `Save the extension of ${name}` }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  expect(await own()).toMatchObject({ extension: '107', has_password: true })
  await part.getByLabel(`Extension of ${name}`, { exact: true }).fill('101')
  await part.getByRole('button', { name: `Save the extension of ${name}` }).click()
  await expect(page.getByText(/is somebody else’s already/).first()).toBeVisible()
  await part.getByRole('button', { name: `Remove the extension of ${name}` }).click()
  await expect(part.getByLabel(`Extension of ${name}`, { exact: true })).toHaveValue('')
  await expect.poll(own).toMatchObject({ extension: null, has_password: false })
})

test('without its telephone system the phone is offline, and it registers anew by itself', async ({ page, system }) => {
  await untilReady(page)
  system.setReachable(false)
  await expect(page.getByText('Phone offline, reconnecting')).toBeVisible()
  await expect(page.locator('html[data-can-call]')).toHaveCount(0)
  system.setReachable(true)
  await untilReady(page)
  await expect(page.getByText('Phone offline, reconnecting')).toBeHidden()
  expect(system.isRegistered('101')).toBe(true)
})

test('a refused password is told, and the right one is taken as soon as an administrator has set it', async ({
  page,
  product,
}) => {
  await untilReady(page)
  await giveExtension(product.url, 'agent@keyturn.test', { extension: '101', password: 'another one' })
  await page.reload()
  await expect(page.getByText('The telephone system refuses the password of your extension')).toBeVisible()
  await giveExtension(product.url, 'agent@keyturn.test', { extension: '101', password: passwordOf('101') })
  await untilReady(page)
  await expect(page.getByText('The telephone system refuses the password of your extension')).toBeHidden()
})
