import { type FakeDns, serveFakeDns } from '../src/integrations/mail/sender/fake.ts'
import { test as base, expect } from './product.ts'
import { signIn } from './support.ts'

/** What DNS knows of the sender; each test says so itself. */
const zone: Record<string, string[]> = {}
const ready = {
  'keyturn.test': ['v=spf1 mx ~all'],
  'default._domainkey.keyturn.test': ['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
  '_dmarc.keyturn.test': ['v=DMARC1; p=reject'],
}

const test = base.extend<object, { dns: FakeDns }>({
  dns: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
    async ({}, use) => {
      const dns = await serveFakeDns(name => zone[name])
      await use(dns)
      await dns.close()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ dns }, use) => use({ KEYTURN_DNS_SERVERS: dns.address }), { scope: 'worker' }],
})

test.beforeEach(() => {
  for (const name of Object.keys(zone)) delete zone[name]
})

test('administrators land on what is missing before the first lead, and it goes when it is there', async ({ page }) => {
  await signIn(page, 'Administrator', '/admin')
  const sections = page.getByRole('navigation', { name: 'Administration' })
  await expect(page.getByRole('heading', { name: 'First steps', level: 1 })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'First steps 6 of 7' })).toBeVisible()
  const steps = page.getByRole('list', { name: 'Steps' })
  await expect(steps.getByRole('button', { expanded: true })).toContainText('E-mail sender')
  const records = page.getByRole('list', { name: 'Records' })
  await expect(records.getByText('Missing')).toHaveCount(3)
  await expect(records.getByText('v=DMARC1; p=none; rua=mailto:dmarc@keyturn.test')).toBeVisible()

  await steps.getByRole('button', { name: 'People' }).click()
  await expect(page.getByRole('link', { name: 'See people' })).toBeVisible()

  Object.assign(zone, ready)
  await steps.getByRole('button', { name: 'E-mail sender' }).click()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(records.getByText('In order')).toHaveCount(3)
  await expect(page.getByText('Everything is done: the next lead may come.')).toBeVisible()
  await expect(sections.getByRole('link', { name: 'First steps' })).toHaveCount(0)
  await sections.getByRole('link', { name: 'E-mail sender' }).click()
  await expect(records.getByText('v=DMARC1; p=reject')).toBeVisible()
})

test('the first steps are put away for everybody, and come back by Undo', async ({ page }) => {
  await signIn(page, 'Administrator', '/admin')
  const link = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: /^First steps/ })
  await page.getByRole('button', { name: 'Put away' }).click()
  await expect(link).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(link).toBeVisible()
  await page.getByRole('button', { name: 'Put away' }).click()
  await expect(page.getByText(/^\d of 7 done\. Put away by/)).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
  await page.goto('/admin?section=first-steps')
  await page.getByRole('button', { name: 'Show it again' }).click()
  await expect(link).toBeVisible()
})
