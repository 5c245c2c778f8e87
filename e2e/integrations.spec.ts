import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('a super administrator sees how providers stand, makes a key that reads, revokes it, and adds a webhook', async ({
  page,
  request,
}) => {
  await signIn(page, 'Super administrator', '/admin?section=integrations')
  const providers = page.getByRole('table', { name: 'Providers' })
  await expect(providers.getByRole('row').filter({ hasText: 'Lone Wolf' })).toBeVisible()

  const keys = page.getByRole('region', { name: 'API keys' })
  await keys.getByRole('button', { name: 'Key', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New API key' })
  await form.getByLabel('Name').fill('Books')
  await form.getByLabel('Read deals, their documents and checklists').check()
  await form.getByRole('button', { name: 'Make key' }).click()
  const shown = page.getByRole('dialog', { name: 'Key of Books' })
  const token = await shown.getByText(/^kt_api_/).textContent()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(keys.getByRole('listitem').filter({ hasText: 'Books' })).toContainText('Never used')
  const read = () => request.get('/crm/deals', { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status()).toBe(200)

  await keys.getByRole('button', { name: 'Revoke Books' }).click()
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(keys.getByRole('listitem').filter({ hasText: 'Books' })).toHaveCount(0)
  await expect.poll(async () => (await read()).status()).toBe(401)

  const webhooks = page.getByRole('region', { name: 'Webhooks' })
  await webhooks.getByRole('button', { name: 'Webhook', exact: true }).click()
  const address = page.getByRole('dialog', { name: 'New webhook' })
  await address.getByLabel('Address').fill('https://10.0.0.1/in')
  await address.getByRole('button', { name: 'Make webhook' }).click()
  await expect(address).toContainText('The address leads into a private network.')
  await address.getByLabel('Address').fill('https://mirror.keyturn.test/in')
  await address.getByRole('button', { name: 'Make webhook' }).click()
  const secret = page.getByRole('dialog', { name: 'Secret of mirror.keyturn.test' })
  await expect(secret).toContainText('whsec_')
  await secret.getByRole('button', { name: 'Done' }).click()

  // The deliveries beside it are those of the webhook that was open before, until it is.
  await expect(webhooks.getByRole('button', { name: /^mirror\.keyturn/ })).toHaveAttribute('aria-pressed', 'true')
  const log = page.getByRole('region', { name: 'Deliveries' })
  await expect(log).toContainText('Nothing was sent yet')
  await log.getByRole('button', { name: 'Test' }).click()
  await expect(log.getByRole('listitem').filter({ hasText: 'webhook.test' })).toBeVisible()
})

test('an administrator has no integrations to open', async ({ page }) => {
  await signIn(page, 'Administrator', '/admin?section=integrations')
  const sections = page.getByRole('navigation', { name: 'Administration' })
  await expect(sections.getByRole('link', { name: 'People' })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Integrations' })).toHaveCount(0)
})
