import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { type Account, dayIn, signIn } from './support.ts'

// Three windows at once.
test.describe.configure({ timeout: 120_000 })

const agents = { Agent: 'agent@keyturn.test', 'Second agent': 'agent2@keyturn.test' } as const
type Offered = keyof typeof agents

/** A window of its own for somebody else. */
async function windowOf(browser: Browser, baseURL: string | undefined, account: Account): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, account)
  return page
}

/** Asks the product as whoever is signed in in a window. */
async function ask(page: Page, path: string, data?: object) {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').value.token)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await (data
    ? page.request.post(`/crm/${path}`, { headers, data })
    : page.request.get(`/crm/${path}`, { headers }))
  const { status, data: result, message } = await answer.json()
  expect(status, message).toBe(1)
  return result
}

/** A lead that is offered to one of two agents, and to the other after that; answers its id. */
async function offerLead(admin: Page, name: string): Promise<number> {
  await ask(admin, 'distribution/settings', { resting_sources: ['agent'], max_untouched: 10_000 })
  const { id } = await ask(admin, 'lead', {
    first_name: name,
    last_name: 'Qureshi',
    roles: ['buyer_lead'],
    agent_id: null,
  })
  const { data } = await ask(admin, 'agents?perPage=200')
  // The demo's week may have used up what the two are allowed.
  const limits = { type: 'buyer', daily: 900, weekly: 900, reason: 'Covers for a colleague', until: dayIn(3) }
  for (const { id: agent, email } of data)
    if (Object.values<string>(agents).includes(email)) await ask(admin, `agent-quotas/${agent}`, limits)
  const others = data.filter((agent: { email: string }) => !Object.values<string>(agents).includes(agent.email))
  await ask(admin, `lead/${id}/distribution`, { leave_out: others.map((agent: { id: number }) => agent.id) })
  return id
}

const card = (page: Page) => page.getByRole('complementary', { name: 'A new lead is offered to you' })

test('an offer goes from one agent to the other, who accepts it, and the office sees how', async ({
  page: admin,
  browser,
  baseURL,
}) => {
  await signIn(admin, 'Administrator')
  const windows = {
    Agent: await windowOf(browser, baseURL, 'Agent'),
    'Second agent': await windowOf(browser, baseURL, 'Second agent'),
  }
  const id = await offerLead(admin, 'Zephyrine')
  const first = await whoIsAsked(windows)
  const second: Offered = first === 'Agent' ? 'Second agent' : 'Agent'
  await expect(card(windows[first])).toContainText('Opens when you accept')
  await expect(windows[first].getByText('Zephyrine')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page: windows[first] }).include('aside').analyze()
  expect(violations).toEqual([])

  await card(windows[first]).getByRole('button', { name: 'Fold up' }).click()
  await expect(card(windows[first]).getByRole('button')).toHaveText(['Show'])
  await expect(card(windows[first]).getByRole('button', { name: 'Show' })).toBeFocused()
  await windows[first].keyboard.press('Enter')
  await expect(card(windows[first]).getByRole('button', { name: 'Fold up' })).toBeVisible()

  await windows[first].keyboard.press('Alt+r')
  await card(windows[first]).getByRole('button', { name: 'With a client' }).click()
  await expect(card(windows[first])).toHaveCount(0)
  await card(windows[second])
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expect(windows[second].getByRole('heading', { level: 1, name: 'Zephyrine Qureshi' })).toBeVisible()
  await expect(card(windows[second])).toHaveCount(0)

  await admin.goto(`/distribution/Zephyrine_Qureshi_${id}`)
  await expect(admin.getByRole('region', { name: 'Offers' })).toContainText('rejected')
  await expect(admin.getByRole('region', { name: 'Offers' })).toContainText('accepted')
  await expect(admin.getByRole('region', { name: 'Agents looked at' })).toContainText('left out by an administrator')
  await expect(admin.getByText(/^Unbroken since/)).toBeVisible()
})

/** In whose window the card is. */
async function whoIsAsked(windows: Readonly<Record<Offered, Page>>): Promise<Offered> {
  const [agent, other] = [card(windows.Agent), card(windows['Second agent'])]
  await expect.poll(async () => (await agent.count()) + (await other.count())).toBe(1)
  return (await agent.count()) === 1 ? 'Agent' : 'Second agent'
}

test('an offer that ran out says where it went', async ({ page: admin, browser, baseURL }) => {
  await signIn(admin, 'Administrator')
  const id = await offerLead(admin, 'Nadia')
  const { offers } = await ask(admin, `lead/${id}/distribution`)
  const { data } = await ask(admin, 'agents?perPage=200')
  const asked = data.find((agent: { id: number }) => agent.id === offers[0].agent.id)
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await page.clock.install()
  await signIn(page, asked.email === agents.Agent ? 'Agent' : 'Second agent')
  await expect(card(page)).toBeVisible()
  await page.clock.fastForward('15:01')
  await expect(page.getByText('The offer went to the next agent.')).toBeVisible()
})

test('an administrator says who never gets a lead, and may take it back', async ({ page: admin }) => {
  await signIn(admin, 'Administrator')
  const id = await offerLead(admin, 'Philippa')
  await admin.goto(`/distribution/Philippa_Qureshi_${id}`)
  await expect(admin.getByText('Everybody may be offered this lead.')).toBeVisible()
  await admin.getByRole('button', { name: 'Add an agent' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Never offer this lead to' })
  await dialog.getByLabel('Agent').fill('Theo March')
  await admin.getByRole('option', { name: 'Theo Marchetti' }).click()
  await dialog.getByLabel('Reason').fill('Former spouse')
  await admin.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const blocked = admin.getByRole('list', { name: 'Never offered to' }).getByRole('listitem')
  await expect(blocked).toContainText('Former spouse')

  await admin.reload()
  await blocked.getByRole('button', { name: 'Allow Theo Marchetti' }).click()
  await expect(admin.getByText('Everybody may be offered this lead.')).toBeVisible()
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(blocked).toContainText('Former spouse')
})
