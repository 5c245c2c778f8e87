import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('an agent opens a deal, uploads and reads a document, and moves the deal on', async ({ page }) => {
  await signIn(page, 'Agent', '/deals?status=3')
  await expect(page.getByText('Commission, year to date', { exact: true })).toBeVisible()
  await page.locator('tbody th a').first().click()
  await expect(page.getByRole('list', { name: 'Progress' })).toContainText('Conditional')

  const pdf = await PDFDocument.create()
  pdf.addPage()
  const buffer = Buffer.from(await pdf.save())
  await page.getByLabel('PDF files').setInputFiles([
    { name: 'Waiver, financing.pdf', mimeType: 'application/pdf', buffer },
    { name: 'Photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') },
  ])
  await expect(page.getByText('Files successfully uploaded')).toBeVisible()
  await expect(page.getByText(/Photo\.pdf is not a PDF/)).toBeVisible()
  await page.getByRole('button', { name: 'Waiver, financing.pdf', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Page 1' })).toBeVisible()
  await page.keyboard.press('Escape')

  // The menu gives way to the field that it opens, which keeps the focus and says what it saved.
  await page.getByRole('button', { name: 'Actions for Waiver, financing.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const name = page.getByRole('textbox', { name: 'Name of Waiver, financing.pdf' })
  await expect(name).toBeFocused()
  await name.fill('Waiver of the financing')
  await name.press('Enter')
  await expect(page.getByText('File successfully renamed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Waiver of the financing.pdf', exact: true })).toBeVisible()
  const checklist = page.getByRole('region', { name: 'Checklist' })
  const item = (await checklist.getByRole('checkbox').first().getAttribute('aria-label')) ?? ''
  await checklist.getByRole('button', { name: `Actions for ${item}`, exact: true }).click()
  await page.getByRole('menuitem', { name: /comment$/ }).click()
  const comment = checklist.getByRole('textbox', { name: `Comment on ${item}` })
  await expect(comment).toBeFocused()
  await comment.fill('The bank was called.')
  await comment.press('Enter')
  await expect(page.getByText('Comment has been updated.')).toBeVisible()
  await expect(checklist.getByText('The bank was called.')).toBeVisible()

  // By keyboard: what is worked on keeps its place and the focus.
  const assign = page.getByRole('button', { name: /^Assign a document to/ }).first()
  const title = ((await assign.getAttribute('aria-label')) ?? '').replace('Assign a document to ', '')
  await assign.press('Enter')
  await page.getByRole('menuitem', { name: 'Waiver of the financing.pdf' }).press('Enter')
  await expect(page.getByText(`${title} is in place.`)).toBeVisible()
  const actions = page.getByRole('button', { name: `Actions for ${title}`, exact: true })
  await expect(actions).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Take back' }).press('Enter')
  await expect(page.getByText(`The document was taken back from ${title}.`)).toBeVisible()

  await page.getByRole('button', { name: /^Status of/ }).click()
  await page.getByRole('menuitem', { name: 'Firm', exact: true }).click()
  await expect(page.getByRole('button', { name: /: Firm$/ })).toBeVisible()
})

test('deals administrators and the front desk begin on the deals', async ({ page }) => {
  await signIn(page, 'Deals')
  await expect(page).toHaveURL(/\/deals$/)
  await signIn(page, 'Front desk')
  await expect(page).toHaveURL(/\/deals$/)
})

test('pages of one scan are said to be what a deal misses, without a copy of them', async ({ page }) => {
  await signIn(page, 'Agent', '/deals?status=2')
  await page.locator('tbody th a').first().click()
  await expect(page.getByRole('list', { name: 'Progress' })).toContainText('Submitted')
  const pdf = await PDFDocument.create()
  for (let number = 0; number < 16; number++) pdf.addPage()
  await page
    .getByLabel('PDF files')
    .setInputFiles([{ name: 'Scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await pdf.save()) }])
  await expect(page.getByText('Files successfully uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Scan.pdf', exact: true }).click()

  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByText('1 to 16 · not assigned')).toBeVisible()
  await pages.getByRole('button', { name: 'Show all 16' }).click()
  await pages.getByRole('button', { name: 'Choose page 13' }).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: 'Chosen pages' })
  await expect(bar).toContainText('Pages 13 to 15')
  await bar.getByRole('button', { name: /^Assign/ }).press('Enter')
  await expect(pages.getByText(/^13 to 15 · (?!not assigned)/)).toBeVisible()
  await expect(pages.getByText('16 · not assigned')).toBeVisible()
  await expect(bar).toHaveCount(0)

  await pages.getByRole('button', { name: 'Choose page 16' }).click()
  await page.keyboard.press('2')
  await expect(pages.getByText(/^16 · (?!not assigned)/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(pages.getByText('16 · not assigned')).toBeVisible()
})

test('a document that loses the network on its way goes on by itself, and is there whole', async ({
  page,
  context,
}) => {
  await signIn(page, 'Agent', '/deals?status=2')
  await page.locator('tbody th a').first().click()
  await expect(page.getByRole('list', { name: 'Progress' })).toContainText('Submitted')
  const pdf = await PDFDocument.create()
  pdf.addPage()
  // Of several pieces: what cannot be compressed.
  await pdf.attach(randomBytes(5 * 1024 * 1024), 'scan.bin')
  const buffer = Buffer.from(await pdf.save())

  const offsets: number[] = []
  let isCut = false
  await page.route('**/crm/uploads/*', async route => {
    const request = route.request()
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
    // The network goes in the middle, once the first piece has arrived.
    if (offsets.length === 2 && !isCut) {
      isCut = true
      await context.setOffline(true)
      return route.abort('internetdisconnected')
    }
    return route.continue()
  })
  await page
    .getByLabel('PDF files')
    .setInputFiles([{ name: 'From the showing.pdf', mimeType: 'application/pdf', buffer }])
  await expect(page.getByText(/^Waiting for the network · \d+ %$/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Files successfully uploaded')).toBeVisible()
  expect(offsets.filter(offset => offset === 0)).toHaveLength(1)

  await page.getByRole('button', { name: 'Actions for From the showing.pdf' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).click()
  expect(await readFile(await (await saved).path())).toEqual(buffer)
})
