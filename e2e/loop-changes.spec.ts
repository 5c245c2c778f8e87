import { type FakeDotloop, type FakeLoop, serveFakeDotloop } from '../src/integrations/dotloop/fake.ts'
import { ask, tokenOf } from './calls.ts'
import { test as base, expect } from './product.ts'
import { signIn } from './support.ts'

const OWNER = 'agent@keyturn.test'
const PROFILE = 4711

/** The loop that the demo has imported, as it stands with the service of this test. */
const loop: FakeLoop = {
  id: 41_299_001,
  profileId: PROFILE,
  name: 'Loop of the test',
  transactionType: 'PURCHASE_OFFER',
  status: 'UNDER_CONTRACT',
  created: '2026-11-01T10:00:00Z',
  updated: new Date().toISOString(),
  detail: { 'Contract Dates': { 'Closing Date': '01/29/2027' } },
  participants: [{ id: 1, fullName: 'Kelechi Okafor', email: '', role: 'BUYER' }],
  documents: [{ id: 5, folderId: 2, name: 'Waiver', pages: 1, updated: new Date().toISOString() }],
}

const test = base.extend<object, { dotloop: FakeDotloop }>({
  dotloop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
    async ({}, use) => {
      const dotloop = await serveFakeDotloop({
        accounts: () => [{ email: OWNER, name: 'Agent', profileId: PROFILE, loops: [loop] }],
      })
      await use(dotloop)
      await dotloop.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ dotloop: { service } }, use) =>
      use({
        DOTLOOP_CLIENT_ID: service.clientId,
        DOTLOOP_CLIENT_SECRET: service.clientSecret,
        DOTLOOP_AUTH_URL: service.tokenUrl,
        DOTLOOP_API_URL: service.apiUrl,
      }),
    { scope: 'worker' },
  ],
})

/** Connects the account as its owner does on the page of the service. */
async function connect(url: string, token: string, { service }: FakeDotloop): Promise<void> {
  const { url: address } = await ask(url, 'dotloop-account/connect', null, token)
  const body = new URLSearchParams({ ...Object.fromEntries(new URL(address).searchParams), email: OWNER })
  const answer = await fetch(service.authorizeUrl, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  await ask(url, 'dotloop-account', Object.fromEntries(back.searchParams), token)
}

/** The deal that came from the loop. */
async function importedDeal(url: string, token: string): Promise<number> {
  for (let page = 1; page <= 8; page++)
    for (const { id } of (await ask(url, `deals?perPage=25&page=${page}`, null, token)).data)
      if ((await ask(url, `deals/${id}/loop`, null, token)).loop_id === loop.id) return id
  throw new Error('No deal came from the loop.')
}

test('a change in Dotloop shows on its deal at once, and the loop is opened, taken over and seen', async ({
  page,
  baseURL,
  dotloop,
}) => {
  const url = baseURL ?? ''
  const token = await tokenOf(url, OWNER)
  await connect(url, token, dotloop)
  const id = await importedDeal(url, token)
  await signIn(page, 'Agent', `/deals/${id}`)
  const notice = page.getByRole('status').filter({ hasText: 'Changed in Dotloop since the import' })
  await notice.getByRole('button', { name: 'See the loop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Loop of this deal' })
  await expect(dialog.getByRole('row', { name: /Closing date/ })).toContainText('Jan 29, 2027')
  await dialog.getByRole('button', { name: 'Add 1 file to the deal' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(notice).toHaveCount(0)
  await expect(page.getByText('Waiver.pdf').first()).toBeVisible()

  await expect.poll(() => dotloop.subscriptions.all.length).toBe(1)
  await dotloop.subscriptions.publish(PROFILE, loop.id, 'participant')
  await expect(notice).toContainText('its people')
  await notice.getByRole('button', { name: 'See the loop' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Waiver.pdf' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Mark as seen' }).click()
  await expect(notice).toHaveCount(0)
})
