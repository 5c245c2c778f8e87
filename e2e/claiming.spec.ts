import type { Browser, Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { type Account, signIn } from './support.ts'

// Two windows at once.
test.describe.configure({ timeout: 120_000 })

/** A window of its own for somebody else. */
async function windowOf(browser: Browser, baseURL: string | undefined, account: Account, path: string): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, account, path)
  return page
}

const rows = (page: Page) => page.getByRole('list', { name: 'Leads of the pool' }).locator('[data-row]')

test('two agents press for the same lead: one opens it, the other reads that it was just claimed', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'Agent', '/claim_leads')
  const other = await windowOf(browser, baseURL, 'Second agent', '/claim_leads')
  await expect(rows(page).first()).toBeVisible()
  const wanted = await rows(page).nth(1).getAttribute('data-row')
  const lead = (of: Page) => of.locator(`[data-row="${wanted}"]`)
  await expect(lead(other)).toContainText('•')
  await page.keyboard.press('j')
  await expect(lead(page)).toHaveAttribute('aria-current', 'true')
  // The other window has not heard of it yet when both press.
  await other.route('**/crm/events*', route => route.abort())
  await lead(other).click()
  await page.keyboard.press('Space')
  await page.waitForURL(/\/leads\/.+_\d+/)
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('•')
  await expect(other.getByText('This lead was just claimed.').first()).toBeVisible()
  await expect(lead(other)).toHaveCount(0)
  await expect(other.getByRole('tab', { name: /Pool/ })).toBeVisible()
})

test('a happy hour session counts down, claims the next lead, and waits for the first follow-up', async ({ page }) => {
  await signIn(page, 'Agent', '/happy_hour')
  const always = {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    start: '00:00',
    end: '24:00',
    minutes_between_claims: 0,
    lead_age_days: null,
  }
  await ask(page, 'admin', 'happy-hour/settings', always)
  const session = page.getByRole('region', { name: 'Session' })
  await session.getByRole('button', { name: /Start/ }).click()
  await expect(session.getByRole('img', { name: /^\d+:\d\d left in your session$/ })).toBeVisible()
  const entry = page.getByRole('link', { name: /Happy Hour/ }).first()
  await expect(entry).toContainText(/until \d+:\d\d [AP]M/)
  await expect(entry).toContainText('1')

  await page.getByRole('button', { name: /^Claim this lead/ }).click()
  const gate = page.getByRole('region', { name: 'Follow up first' })
  await gate.getByRole('link', { name: /^Open / }).click()
  await page.waitForURL(/\/leads\/.+_(\d+)/)
  const id = /_(\d+)$/.exec(new URL(page.url()).pathname)?.[1]
  // Only what the agent does counts as the follow-up.
  const contact = { type: 1, option: 102, description: 'Left word' }
  await ask(page, 'agent', `lead/${id}/progress`, contact)
  await page.goto('/happy_hour')
  await expect(page.getByRole('region', { name: 'Next lead' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Tonight' })).toContainText('Call after')
  await session.getByRole('button', { name: 'End session' }).click()
  await expect(page.getByText('Your session is over').first()).toBeVisible()
})

test('whoever asked for it hears on any page that a lead landed in the pool', async ({ page }) => {
  await signIn(page, 'Agent', '/claim_leads')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Notify me' }).first().click()
  await expect(page.getByRole('button', { name: 'Notifying you' })).toBeVisible()
  await page.goto('/tasks')
  await page.waitForResponse(answer => answer.url().includes('/crm/claim-leads?'))
  const lead = await ask(page, 'admin', 'lead', {
    first_name: 'Zephyrine',
    last_name: 'Poole',
    email: `z${Date.now()}@pool.test`,
  })
  // Whoever would be asked is left out: it goes to the pool.
  const path = `lead/${lead.id}/distribution`
  const { state, decisions } = await ask(page, 'admin', path)
  if (state === 'offered') {
    await ask(page, 'admin', `${path}/withdraw`, {})
    const agents: { agent: { id: number } }[] = decisions.at(-1).agents
    await ask(page, 'admin', path, { leave_out: agents.map(({ agent }) => agent.id) })
  }
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText('A lead landed in the pool.')
  await notices.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(/claim_leads/)
})

/** Asks the server as one of the accounts, beside the page; settings keep what is not said. */
async function ask(page: Page, who: 'admin' | 'agent', path: string, fields?: object) {
  const account = { email: `${who}@keyturn.test`, password: 'keyturn-demo' }
  const signedIn = await (await page.request.post('/crm/login/manual', { data: account })).json()
  const headers = { authorization: `Bearer ${signedIn.data.user.token}` }
  const read = async () => (await (await page.request.get(`/crm/${path}`, { headers })).json()).data
  if (!fields) return read()
  const before = path.endsWith('settings') ? await read() : {}
  const answer = await page.request.post(`/crm/${path}`, { headers, data: { ...before, ...fields } })
  expect(answer.ok()).toBe(true)
  return (await answer.json()).data
}
