import { expect, testWithHomes as test } from './product.ts'
import { signIn } from './support.ts'

test('what is pressed on the panel arrives: a price, and what a lead of one’s own writes and asks for', async ({
  page,
}) => {
  await signIn(page, 'Agent', '/simulate')
  const happened = page.getByRole('region', { name: 'What happened' })
  await page.getByRole('button', { name: 'A listing changes its price' }).click()
  await expect(happened.getByRole('listitem').first()).toContainText(/is now \$[\d,]+\./)
  await expect(page.getByRole('button', { name: 'Send a text' })).toBeDisabled()
  // Found by the number, so there is one to text from.
  await page.getByRole('combobox', { name: 'Lead who does it' }).fill('416')
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: 'Text' }).fill('Is it still there?')
  await page.getByRole('button', { name: 'Send a text' }).click()
  await expect(happened.getByRole('listitem').first()).toContainText('sent a text.')
  await page.getByRole('button', { name: 'Book a viewing' }).click()
  await expect(happened.getByRole('listitem').first()).toContainText('asked to see')
  await happened.getByRole('link', { name: 'Open listing' }).first().click()
  await page.waitForURL(/\/listings\//)
})
