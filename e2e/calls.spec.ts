import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Call', exact: true })
const card = (page: Page) => page.getByRole('dialog', { name: /^How did the call with/ })
const callOnPage = (page: Page) => page.locator('[data-act="call"]').first()

/** What the server says of the calls with a lead. */
async function callsOf(page: Page, leadId: number) {
  return page.evaluate(async id => {
    const token = JSON.parse(localStorage.getItem('session') ?? '{}').value.token
    const answer = await fetch(`/crm/calls?lead_id=${id}`, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).data.data
  }, leadId)
}

/** The token of the browser's session, for the calls that stand in for somebody outside. */
async function voiceToken(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const token = JSON.parse(localStorage.getItem('session') ?? '{}').value.token
    const answer = await fetch('/crm/twilio/accessToken', { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).data.token
  })
}

/** At any hour of the machine: says yes where the hour is asked about. */
async function press(page: Page): Promise<void> {
  await callOnPage(page).click()
  const question = page.getByRole('button', { name: 'CONFIRM' })
  await expect(bar(page).or(question).first()).toBeVisible()
  if (await question.isVisible()) await question.click()
}

/** Opens a lead that can be called, by a number with this end; answers its id. */
async function openLead(page: Page, end: string, more: { email?: string } = {}): Promise<number> {
  const lead = await page.evaluate(
    async ([digits, rest]) => {
      const token = JSON.parse(localStorage.getItem('session') ?? '{}').value.token
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const person = { first_name: 'Robin', last_name: `Caller ${digits}`, phone: `+1416555${digits}` }
      const body = JSON.stringify({ ...person, ...rest })
      const answer = await fetch('/crm/lead', { method: 'POST', headers, body })
      return (await answer.json()).data
    },
    [end, more] as const,
  )
  await page.goto(`/leads/robin-caller_${lead.id}`)
  // On a phone another button is the one that shows.
  await callOnPage(page).waitFor({ state: 'attached' })
  return lead.id
}

/** Until this window, or another one for it, has registered for calls and knows the devices. */
const untilReady = (page: Page) => page.locator('html[data-can-call]').waitFor()

test.beforeEach(async ({ page }) => {
  await signIn(page, 'Agent', '/leads_v2')
})

test('a press on a number before the phone is fetched calls once it is ready', async ({ page }) => {
  const { promise: fetched, resolve: fetch } = Promise.withResolvers<void>()
  await page.route('**/CallWatch*.js', async route => {
    await fetched
    await route.continue()
  })
  await openLead(page, '2310')
  await callOnPage(page).click()
  await expect(page.getByText('The call starts as soon as the phone is ready.')).toBeVisible()
  fetch()
  const question = page.getByRole('button', { name: 'CONFIRM' })
  await expect(bar(page).or(question).first()).toBeVisible()
  if (await question.isVisible()) await question.click()
  await expect(bar(page)).toContainText('connected')
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect(card(page)).toBeVisible()
})

test('a call from the lead page rings, connects, is muted, survives a change of route and ends with its outcome', async ({
  page,
}) => {
  const id = await openLead(page, '2311')
  await untilReady(page)
  await press(page)
  await expect(bar(page)).toContainText('connecting...')
  await expect(bar(page)).toContainText('connected')
  await expect(bar(page).getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  await bar(page).getByRole('button', { name: 'Mute' }).click()
  await expect(bar(page).getByRole('button', { name: 'Unmute' })).toHaveAttribute('aria-pressed', 'true')
  await bar(page).getByRole('button', { name: 'Unmute' }).click()
  await bar(page).getByRole('button', { name: 'Audio settings' }).click()
  await expect(page.getByLabel('Microphone')).toBeVisible()
  await expect(page.getByLabel('Speaker')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL('**/tasks')
  await expect(bar(page)).toContainText('connected')
  await bar(page).getByRole('link', { name: 'Robin Caller 2311' }).click()
  await page.waitForURL(/_\d+$/)
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect(bar(page)).toContainText('disconnected')
  await expect(card(page)).toContainText('on the timeline')
  await page.keyboard.press('1')
  await page.keyboard.press('1')
  await expect(page.getByText('Call log has been created.')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  const [call] = await callsOf(page, id)
  expect(call).toMatchObject({ state: 'ended', outcome: 'connected', direction: 'outbound' })
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Call')
})

test('a busy line is an error, which stays to be read until the bar is closed', async ({ page }) => {
  const id = await openLead(page, '2496')
  await untilReady(page)
  await press(page)
  await expect(bar(page)).toContainText('Error: The line is busy.')
  await expect(bar(page).getByRole('button', { name: 'End call' })).toBeHidden()
  await expect(card(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'Close call' }).click()
  await expect(bar(page)).toBeHidden()
  await expect
    .poll(async () => (await callsOf(page, id))[0])
    .toMatchObject({ state: 'failed', reason: 'The line is busy.' })
})

test('a connection that is lost says so in the words of the specification', async ({ page }) => {
  await openLead(page, '2599')
  await untilReady(page)
  await press(page)
  await expect(bar(page)).toContainText(
    'Your connection to Twilio has been lost. Please check your internet connection, refresh the page, and try again.',
  )
})

test('without a microphone nothing is called, and the reason is said', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = async () => []
  })
  await openLead(page, '2612')
  await untilReady(page)
  await callOnPage(page).click()
  await expect(
    page.getByText('No Audio Devices Avaialble, please check your browser/app microphone permission settings.'),
  ).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

test('a reload in the middle of a call goes on with it', async ({ page }) => {
  await openLead(page, '2713')
  await untilReady(page)
  await press(page)
  await expect(bar(page).getByRole('timer')).toHaveText(/^0:0[2-9]$/)
  await page.reload()
  await expect(bar(page)).toContainText('connected')
  await expect(bar(page).getByRole('timer')).toHaveText(/^0:(0[3-9]|[1-5]\d)$/)
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect(card(page)).toBeVisible()
})

test('a call that is handed to a colleague is not said to be on the timeline while it goes on', async ({ page }) => {
  await openLead(page, '2314')
  await untilReady(page)
  await press(page)
  await expect(bar(page)).toContainText('connected')
  await bar(page).getByRole('button', { name: 'Transfer' }).click()
  await page
    .getByRole('button', { name: /^Transfer to / })
    .first()
    .click()
  await expect(card(page)).toContainText('on the timeline when it ends')
  await expect(card(page)).toContainText('Transferred · 0:')
})

test('a task that is called from is completed when the call is over', async ({ page }) => {
  await page.goto('/tasks')
  const row = page.locator('li[id^="task-"]', { has: page.locator('a[data-call-task]') }).first()
  await row.waitFor()
  await untilReady(page)
  const link = page.locator('aside [data-act="call"]').first()
  await link.waitFor()
  const taskId = await link.getAttribute('data-call-task')
  await press(page)
  await expect(bar(page).getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  const params = page.waitForResponse('**/demo/voice/calls/**')
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await params
  await expect
    .poll(() =>
      page.evaluate(async id => {
        const token = JSON.parse(localStorage.getItem('session') ?? '{}').value.token
        const headers = { authorization: `Bearer ${token}` }
        const answer = await fetch('/crm/task/today?with_completed=1&perPage=200', { headers })
        return (await answer.json()).data.data.find((task: { id: number }) => task.id === Number(id))?.completed
      }, taskId),
    )
    .toBe(true)
})

test('a call that comes in rings in every window, is answered in one of them, and is silent in the other', async ({
  page,
  context,
}) => {
  const id = await openLead(page, '2814')
  await untilReady(page)
  const other = await context.newPage()
  await other.goto('/tasks')
  await other.getByRole('main').first().waitFor()
  const token = await voiceToken(page)
  const ring = (digits: string) =>
    page.request.post('/demo/voice/incoming', { data: { token, from: `+1416555${digits}` } })
  expect((await ring('2814')).ok()).toBe(true)
  const incoming = (where: Page) => where.getByRole('alertdialog', { name: /Incoming call from Robin Caller/ })
  await expect(incoming(page)).toBeVisible()
  await expect(incoming(other)).toBeVisible()
  await page.reload()
  await expect(incoming(page)).toBeVisible()
  await incoming(other)
    .getByRole('button', { name: /Answer/ })
    .click()
  await expect(bar(other)).toContainText('connected')
  await expect(bar(page)).toContainText('connected')
  await expect(incoming(page)).toBeHidden()
  await expect(incoming(other)).toBeHidden()
  await bar(other).getByRole('button', { name: 'End call' }).click()
  await expect.poll(async () => (await callsOf(page, id))[0]).toMatchObject({ state: 'ended', direction: 'inbound' })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('the bar of a call is on the screen with all its buttons, and covers nothing of the page', async ({ page }) => {
    await openLead(page, '2377', { email: 'robin.caller@mail.test' })
    await untilReady(page)
    await page.locator('[data-act="call"]').filter({ visible: true }).first().click()
    const question = page.getByRole('button', { name: 'CONFIRM' })
    await expect(bar(page).or(question).first()).toBeVisible()
    if (await question.isVisible()) await question.click()
    await expect(bar(page)).toContainText('connected')
    await expect(bar(page).getByRole('button', { name: 'More' })).toBeVisible()
    for (const button of await bar(page).getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 })
    const top = (await bar(page).boundingBox())?.y ?? 0
    const sheet = await page.getByRole('main').boundingBox()
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0), 'the page ends above the bar').toBeLessThanOrEqual(top)
    const actions = page.getByRole('toolbar', { name: 'Reach this lead' })
    for (const [name, save] of [
      ['E-mail', /^Send\b(?! test)/],
      ['Task', 'Save task'],
    ] as const) {
      await actions.getByText(name, { exact: true }).click()
      const dialog = page.getByRole('dialog')
      const button = dialog.getByRole('button', { name: save }).last()
      await button.scrollIntoViewIfNeeded()
      const box = await button.boundingBox()
      expect(
        (box?.y ?? 0) + (box?.height ?? 0),
        `${name}: its button can be reached above the bar`,
      ).toBeLessThanOrEqual(top)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toHaveCount(0)
    }
    await bar(page).getByRole('button', { name: 'End call' }).click()
    await expect(card(page)).toBeVisible()
  })
})
