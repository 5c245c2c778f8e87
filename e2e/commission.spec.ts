import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

/** Submits a co-op deal of a year of its own, all of whose side is an agent's. */
async function submitDeal(url: string, token: string, agentId: number): Promise<number> {
  const form = new FormData()
  const fields = {
    dealType: '3',
    transactionType: 'Co-op',
    street_number: '77',
    street_name: 'Cap Crossing',
    city: 'Toronto',
    province: 'ON',
    acceptedPrice: '1000000',
    commission: '2.5',
    totalCommission: '25000',
    offerDate: '2031-05-02',
    closingDate: '2031-06-16',
    'clients[0][firstName]': 'Amara',
    'clients[0][lastName]': 'Okafor',
    'clients[0][isRepeat]': '0',
    'commission_splits[0][agentId]': String(agentId),
    'commission_splits[0][percentage]': '100',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/crm/coop-deals/store`, { method: 'POST', headers, body: form })
  return (await answer.json()).data.id
}

test('a deals administrator says what an agent earned before, and corrects it', async ({ page, baseURL }) => {
  const [own] = (
    await ask(baseURL ?? '', 'commission/agents', null, await tokenOf(baseURL ?? '', 'newagent@keyturn.test'))
  ).data
  await signIn(page, 'Deals', `/commission?agent=${own.agent_id}`)
  const section = page.getByRole('region', { name: 'Opening balance' })
  await section.getByRole('button', { name: 'Say what was earned before' }).click()
  const dialog = page.getByRole('dialog', { name: /^Opening balance of/ })
  await dialog.getByLabel('Commission of the agent’s sides').fill('30000')
  await dialog.getByLabel('The brokerage’s part of it').fill('6000')
  await dialog.getByLabel('Note').fill('Statements to March')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section).toContainText('$30,000.00')
  await expect(section).toContainText('Statements to March')

  await section.getByRole('button', { name: 'Correct, or add a year' }).click()
  await dialog.getByLabel('The brokerage’s part of it').fill('5500')
  await dialog.getByLabel('Note').fill('One deal was billed twice')
  await expect(dialog.getByText('Now $30,000.00, $6,000.00 to the brokerage.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add correction' }).click()
  await expect(section).toContainText('−$500.00 to the brokerage')
  await expect(section.getByRole('listitem').filter({ hasText: 'Counts' })).toContainText('$5,500.00')
})

test('a deals administrator closes a deal that crosses the cap, and the agent sees the statement', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const deals = await tokenOf(url, 'deals@keyturn.test')
  const agent = await tokenOf(url, 'agent2@keyturn.test')
  const [own] = (await ask(url, 'commission/agents', null, agent)).data
  await ask(
    url,
    `commission/agents/${own.agent_id}/plans`,
    {
      name: 'Small cap',
      valid_from: '2031-01-01',
      split_rate: 80,
      cap: 1_000,
      rate_above_cap: 95,
      deal_fee: 395,
      side_fee_rate: 0,
      side_fee_name: '',
      referral_rate: 0,
      referral_agent_id: null,
      referral_name: '',
      year_month: 1,
      is_registered: true,
      hst_number: '',
      tiers: [],
    },
    deals,
  )
  const id = await submitDeal(url, agent, own.agent_id)
  await signIn(page, 'Deals', `/deals/${id}?tab=commission`)
  await expect(page.getByText('This deal crosses the cap: $5,000.00 at 80 %, the rest at 95 %.')).toBeVisible()
  await expect(page.getByText('matches the receivable to the cent')).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  const parts = page.getByRole('list', { name: 'Parts of the commission' })
  await expect(parts.getByRole('listitem').first()).toContainText(/agreed 100 %.*92 %/)
  await expect(page.getByText('By plan “Small cap”, version')).toBeVisible()
  await page.getByRole('tab', { name: 'Commission' }).click()

  await page.getByRole('button', { name: /^Status of/ }).click()
  await page.getByRole('menuitem', { name: 'Closed' }).click()
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason')
  await dialog.getByLabel('Closing day').waitFor()
  if (await reason.isVisible()) await reason.fill('The papers follow by courier.')
  await dialog.getByRole('button', { name: 'Close deal' }).click()
  await expect(page.getByText('Frozen at closing.')).toBeVisible()

  await page
    .getByRole('row', { name: /^Above the cap/ })
    .getByRole('button', { name: /Correct/ })
    .click()
  const correction = page.getByRole('dialog', { name: 'Correct “Above the cap”' })
  await expect(correction.getByRole('button', { name: 'Add correction' })).toBeDisabled()
  await correction.getByLabel(/^What .* gets/).fill('19100')
  await correction.getByLabel('Reason').fill('Agreed by phone')
  await expect(correction.getByText('gets $100.00 more, and the brokerage as much less.')).toBeVisible()
  await correction.getByRole('button', { name: 'Add correction' }).click()
  const corrected = page.getByRole('row', { name: /Correction of “Above the cap”/ })
  await expect(corrected).toContainText('Agreed by phone')
  await expect(corrected).toContainText('−$100.00')
  await expect(page.getByText('matches the receivable to the cent')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Statements of this deal' }).getByText('Corrected')).toBeVisible()

  await signIn(page, 'Second agent', `/deals/${id}?tab=commission`)
  await expect(page.getByRole('row', { name: /^Above the cap/ })).toContainText('$19,000.00')
  await expect(page.getByText('Frozen at closing.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Correct/ })).toBeHidden()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /Statement PDF/ }).click()
  expect((await saved).suggestedFilename()).toContain('77 Cap Crossing')
})
