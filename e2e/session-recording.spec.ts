import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { leadRows, signIn } from './support.ts'

/** Switches recording on for everybody, as the administrator. */
async function switchOn(page: Page): Promise<string> {
  await signIn(page, 'Administrator', '/admin?section=features')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').value.token as string)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post('/crm/admin/features/session_recording/reach', {
    headers,
    data: { on_for: 'everyone' },
  })
  expect(answer.status()).toBe(200)
  return token
}

/** Everything that is stored of the newest recording of an agent, as whoever watches it gets it. */
async function storedEvents(page: Page, token: string): Promise<{ id: number; text: string }> {
  const ask = { headers: { authorization: `Bearer ${token}` } }
  const { data } = await (await page.request.get('/crm/session_recordings', ask)).json()
  const { id } = data.data[0]
  const viewing = (await (await page.request.post(`/crm/session_recordings/${id}/viewings`, ask)).json()).data
  const texts = []
  for (const { number } of viewing.chunks) {
    const address = `/crm/session_recordings/${id}/events?viewing_id=${viewing.viewing_id}&number=${number}`
    texts.push(await (await page.request.get(address, ask)).text())
  }
  return { id, text: texts.join('\n') }
}

test('records a session so that nothing of a lead can be read in it, and plays it', async ({ browser, page }) => {
  const token = await switchOn(page)
  const agent = await (await browser.newContext()).newPage()
  await signIn(agent, 'Agent', '/leads_v2')
  const mark = agent.getByRole('button', { name: 'This session is recorded' })
  await mark.click()
  await expect(agent.getByRole('dialog')).toContainText('What you type is not recorded.')
  await agent.keyboard.press('Escape')

  const stored = agent.waitForResponse(
    async response => /identification\/\d+\/events/.test(response.url()) && (await response.json()).data.is_stored,
  )
  const row = leadRows(agent).first()
  const [name = ''] = ((await row.getByRole('link').first().textContent()) ?? '').split(' ')
  expect(name).not.toBe('')
  await row.getByRole('link').first().click()
  await agent.getByRole('heading', { level: 1 }).waitFor()
  // The mark is there before the recorder, whose code is fetched: what is typed before it is no part of the session.
  await stored
  await agent.getByRole('textbox').first().fill('Zanzibar callback')
  const phone = /\(\d{3}\) \d{3}-\d{4}/.exec((await agent.getByRole('main').textContent()) ?? '')?.[0]
  await expect
    .poll(async () => (await storedEvents(page, token)).text, { intervals: [2_000], timeout: 40_000 })
    .toContain('"source":5')

  const { id, text } = await storedEvents(page, token)
  expect(text).not.toMatch(/Zanzibar|callback/)
  expect(text).not.toContain(name)
  if (phone) expect(text).not.toContain(phone)
  expect(text).toContain('•')

  await page.goto(`/session-recordings/${id}`)
  await page.getByRole('button', { name: 'Watch' }).click()
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(/Lead/)
  await expect(page.frameLocator('iframe').getByText('Leads', { exact: true }).first()).toBeAttached()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await agent.context().close()
})
