import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('a pause of sending shows to administrators at once, with what waits, until one of them resumes', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'Super administrator')
  await signIn(page, 'Administrator')
  await page.goto('/admin?section=system')
  const sending = page.getByRole('region', { name: 'Sending' })
  await sending.getByRole('button', { name: 'Pause sending' }).click()
  const banner = other.getByText(/Sending has been paused since .+: no e-mail goes out/)
  await expect(banner).toBeVisible()
  await expect(sending).toContainText(/Nothing has come due since then\.|Due and waiting:/)

  await other.goto('/admin?section=people')
  await other.getByRole('button', { name: 'Add user' }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Zoë')
  await dialog.getByLabel('E-mail').fill('zoe@brokerage.test')
  await dialog.getByLabel('Front desk').click()
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(sending.getByRole('list', { name: 'Overdue messages' })).toContainText('Invitations to sign in', {
    timeout: 40_000,
  })
  await sending.getByRole('button', { name: 'Discard overdue and resume' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'CONFIRM' }).click()
  // What the other tests of this product wait for may have come due as well.
  await expect(sending).toContainText(/discarded \d+ messages?/)
  await expect(banner).toBeHidden()
  await sending.getByRole('button', { name: 'Send them after all' }).click()
  await expect(sending).not.toContainText('discarded')
  await other.close()
})
