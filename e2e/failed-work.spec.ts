import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('an administrator sees what failed and why, runs one and all of a kind again, and lets go of another', async ({
  page,
}) => {
  await signIn(page, 'Administrator', '/admin')
  const sections = page.getByRole('navigation', { name: 'Administration' })
  await sections.getByRole('link', { name: 'Failed work' }).click()
  const list = page.getByRole('table', { name: 'Failed work' })
  const rows = (name: string) => list.getByRole('row').filter({ hasText: name })
  await expect(rows('Make an export')).toContainText('There was no room left on the disk.')
  await list.getByRole('button', { name: 'Retry: Make an export' }).click()
  await expect(rows('Make an export')).toHaveCount(0)

  await page.getByRole('button', { name: 'Fetch a picture of a text 2' }).click()
  await expect(list.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Retry 2', exact: true }).click()
  await expect(rows('Fetch a picture of a text')).toHaveCount(0)

  await expect(rows('Look for duplicates of a lead')).toHaveCount(1)
  await list.getByRole('button', { name: 'Dismiss: Look for duplicates of a lead' }).click()
  await expect(rows('Look for duplicates of a lead')).toHaveCount(0)

  await page.goto('/admin?section=audit')
  await expect(page.getByText(/took failed work off the list: “Look for duplicates of a lead”/)).toBeVisible()
})
