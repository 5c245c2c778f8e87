import type { Page } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Power dialer', exact: true })
const callBar = (page: Page) => page.getByRole('region', { name: 'Call', exact: true })
const card = (page: Page) => page.getByRole('dialog', { name: /^How did the call with/ })
const untilReady = (page: Page) => page.locator('html[data-can-call]').waitFor()

/** At any hour of the machine: nobody is skipped for the hours, which other tests are about. */
async function atAnyHour(page: Page): Promise<void> {
  await page.route(/\/crm\/lead\/\d+\/reach$/, async route => {
    const response = await route.fetch()
    const answer = await response.json()
    const { call } = answer.data
    const now = call.verdict === 'confirm' ? { ...call, verdict: 'send', sentence: null, rule: null } : call
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, call: now } } })
  })
  await page.route('**/crm/calls', async route => {
    const sent = route.request()
    if (sent.method() !== 'POST') return route.continue()
    const body = new URLSearchParams(sent.postData() ?? '')
    body.set('confirmed', '1')
    await route.continue({ postData: body.toString() })
  })
}

// What is still asked when a test ends has nobody to answer.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** A lead of the agent that can be called, by a number with this end. */
async function newLead(url: string, token: string, last_name: string, digits: string): Promise<number> {
  return (await ask(url, 'lead', { first_name: 'Robin', last_name, phone: `+1416555${digits}` }, token)).id
}

/** What the server says of the calls with a lead. */
const callsOf = async (url: string, token: string, leadId: number) =>
  (await ask(url, `calls?lead_id=${leadId}`, null, token)).data

/** Lets the call of the current row be placed at once, ends it, and says that they connected. */
async function callCurrent(page: Page): Promise<void> {
  await page.keyboard.press('c')
  await expect(callBar(page).getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  await callBar(page).getByRole('button', { name: 'End call' }).click()
  await expect(card(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'How did it go?', exact: true })).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('1')
  await expect(card(page)).toBeHidden()
}

test.describe('an agent calls down', () => {
  test('the leads that were chosen in a list, one after the other, and is told why somebody is skipped', async ({
    page,
    product,
  }) => {
    await atAnyHour(page)
    const token = await tokenOf(product.url, 'agent@keyturn.test')
    await ask(product.url, 'lead', { first_name: 'Robin', last_name: 'Downlist', email: 'robin.down@mail.test' }, token)
    const ids = [
      await newLead(product.url, token, 'Downlist', '3311'),
      await newLead(product.url, token, 'Downlist', '3312'),
    ]
    await signIn(page, 'Agent', '/leads_v2')
    await untilReady(page)
    await page.keyboard.press('/')
    await page.keyboard.type('Downlist')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-row]')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Select all loaded leads' }).click()
    await page.getByRole('toolbar', { name: 'Selected leads' }).getByRole('button', { name: 'Dial' }).click()
    await expect(page.getByRole('region', { name: 'Power dialer: Chosen leads' })).toBeVisible()
    await expect(bar(page)).toContainText('1 of 3')
    await callCurrent(page)
    // The next one is dialed because the outcome of the last one was saved.
    await expect(bar(page)).toContainText('2 of 3')
    await callCurrent(page)
    await expect(bar(page)).toContainText('2 called, 2 connected, 1 skipped')
    await expect(page.getByRole('region', { name: 'Skipped' })).toContainText(
      /This lead has no phone number\. House rule: .+, in force since \w{3} \d+, \d{4}\./,
    )
    await bar(page).getByRole('button', { name: 'Finish' }).click()
    for (const id of ids)
      expect(await callsOf(product.url, token, id)).toMatchObject([{ state: 'ended', outcome: 'connected' }])
  })

  test('the calls of a tab of tasks, each for its task, which is done when they connected', async ({
    page,
    product,
  }) => {
    await atAnyHour(page)
    const token = await tokenOf(product.url, 'agent2@keyturn.test')
    const id = await newLead(product.url, token, 'Downtask', '3321')
    const subject = `Ring about the terrace ${id}`
    const scheduled_at = new Date(Date.now() + 40 * 86_400_000).toISOString()
    const task = await ask(product.url, `lead/${id}/tasks`, { task_type: 'phone_call', subject, scheduled_at }, token)
    await ask(product.url, `lead/${id}/tasks`, { task_type: 'manual_email', subject: 'Write', scheduled_at }, token)
    await signIn(page, 'Second agent', '/tasks?tab=future')
    await untilReady(page)
    await page.getByRole('button', { name: 'Dial the calls' }).click()
    await expect(page.getByRole('region', { name: 'Power dialer: Calls, Future' })).toBeVisible()
    const rows = page.getByRole('region', { name: 'Power dialer: Calls, Future' }).getByRole('listitem')
    await expect(rows.filter({ hasText: 'Downtask' })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'Downtask' })).toContainText(subject)
    while (!(await rows.first().textContent())?.includes('Downtask')) {
      const before = await bar(page).locator('b').textContent()
      await bar(page).getByRole('button', { name: 'Skip' }).click()
      await expect(bar(page).locator('b')).not.toHaveText(before ?? '')
    }
    await expect(bar(page)).toContainText(/in \d s/)
    await callCurrent(page)
    const [call] = await callsOf(product.url, token, id)
    expect(call).toMatchObject({ task_id: task.id, outcome: 'connected' })
    await expect
      .poll(async () => (await ask(product.url, 'task/future?with_completed=1&perPage=200', null, token)).data)
      .toContainEqual(expect.objectContaining({ id: task.id, completed: true }))
  })
})
