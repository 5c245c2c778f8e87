import { workbookFiles, zipOf } from '../src/testing/imports/workbooks.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const csv = (rows: readonly string[]) =>
  Buffer.from(`\ufeff${['Téléphone;Prénom;Nom;Courriel', ...rows].join('\r\n')}\r\n`, 'utf8')

test('an administrator imports a file, watches it arrive, and takes it back', async ({ page }) => {
  await signIn(page, 'Administrator', '/imports')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  const people = Array.from(
    { length: 40 },
    (_, index) => `+1 867 555 0${200 + index};Import${index};Étudiante;import${index}@mail.test`,
  )
  await (await chooser).setFiles({
    name: 'contacts.csv',
    mimeType: 'text/csv',
    buffer: csv([...people, ';Broken;Row;not an address']),
  })
  await expect(page.getByText('Import0').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Import 41 rows/ })
    .last()
    .click()
  await expect(page.getByText(/40 new/).first()).toBeVisible()
  await expect(page.getByText(/not an address|e-mail/i).first()).toBeVisible()
  await page.goto('/leads?search=Import39')
  await expect(page.locator('[data-row]').filter({ hasText: 'Import39' })).toBeVisible()
  await page.goto('/imports')
  await page
    .getByRole('link', { name: /contacts\.csv/ })
    .or(page.getByRole('button', { name: /contacts\.csv/ }))
    .first()
    .click()
  await page.getByRole('button', { name: /Undo/ }).click()
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText(/undone/i).first()).toBeVisible()
})

test('an administrator sends an Excel workbook as it is, and sees which sheet is read', async ({ page }) => {
  await signIn(page, 'Administrator', '/login')
  await page.goto('/imports')
  await expect(page.getByText(/Excel \(\.xlsx\)/)).toBeVisible()
  const cells = (...texts: string[]) => `<row>${texts.map(text => `<c t="str"><v>${text}</v></c>`).join('')}</row>`
  const people = [cells('First name', 'Last name', 'E-mail'), cells('Workbook', 'Person', 'workbook@mail.test')].join(
    '',
  )
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({
    name: 'people.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await zipOf(workbookFiles({ sheets: { Cover: '', People: people } })),
  })
  await expect(page.getByText(/sheet “People”/)).toBeVisible()
  await expect(page.getByText('Workbook Person').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add 1', exact: true }).click()
  await expect(page.getByText(/1 new/).first()).toBeVisible()
})
