import type { Page } from '@playwright/test'
import { workbookFiles, zipOf } from '../src/testing/imports/workbooks.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const csv = (rows: readonly string[]) =>
  Buffer.from(`\ufeff${['Téléphone;Prénom;Nom;Courriel', ...rows].join('\r\n')}\r\n`, 'utf8')

/** Looks for a lead in the list that is open. */
async function search(page: Page, text: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Search by name, e-mail or phone' })
  await box.fill(text)
  await box.press('Enter')
}

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
  await page.goto('/leads')
  await search(page, 'Import39')
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

test('an administrator moves in from Follow Up Boss: tries the file, takes the people, then their notes', async ({
  page,
}) => {
  const send = async (name: string, lines: readonly string[]) => {
    await page.goto('/imports')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) })
    await expect(page.getByText(/Follow Up Boss/).first()).toBeVisible()
  }
  const dryRun = page.getByRole('region', { name: 'Dry run' })
  await signIn(page, 'Administrator', '/imports')
  await send('people.csv', [
    'ID,Name,First Name,Last Name,Stage,Assigned To,Email 1,Phone 1,Date Added',
    '901,Moved Inn,Moved,Inn,Lead,,moved.inn@mail.test,,2024-03-05',
    '902,Second Inn,Second,Inn,Lead,,second.inn@mail.test,,2024-03-06',
  ])
  await dryRun.getByRole('button', { name: 'Try without saving' }).click()
  await expect(dryRun.getByText('New leads')).toBeVisible()
  // Tried is not taken in: both are still to come.
  await page.getByRole('button', { name: 'Add 2', exact: true }).click()
  await expect(page.getByText(/2 new/).first()).toBeVisible()

  await send('notes.csv', [
    'ID,Person ID,Subject,Body,Created By,Created',
    '1,901,,Wants a garden,,2024-04-01T10:00:00Z',
    '2,999,,Whose is this?,,2024-04-02T10:00:00Z',
  ])
  await page
    .getByRole('button', { name: /^(Add|Import) / })
    .last()
    .click()
  await expect(page.getByText('Entries added')).toBeVisible()
  await expect(page.getByRole('cell', { name: /Not matched/ })).toBeVisible()
  await page.goto('/leads')
  await search(page, 'moved.inn@mail.test')
  await page.locator('[data-row]').filter({ hasText: 'Moved Inn' }).first().click()
  await expect(page.getByText('Wants a garden').first()).toBeVisible()
})
