import type { Page } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { chooseTime, signIn } from './support.ts'

// Each walks through many steps; a slow machine needs its time for each.
test.describe.configure({ timeout: 120_000 })

/** Adds a lead of one's own by the form and opens it; answers the address. */
async function openNewLead(page: Page, firstName: string): Promise<string> {
  await page.getByRole('button', { name: 'Add lead' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First name').fill(firstName)
  await form.getByLabel('E-mail').fill(`${firstName.toLowerCase()}.${Date.now()}@mail.test`)
  await form.getByRole('button', { name: 'Add lead' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.locator('[data-row]').filter({ hasText: firstName }).first().click()
  await page.waitForURL(/\/leads\/[^/]+_\d+/)
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  return page.url()
}

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const notes = (page: Page) => page.getByRole('region', { name: 'Notes' })
const showings = (page: Page) => page.getByRole('region', { name: 'Showings' })

test('a note names a colleague, who is told at once, and is corrected, deleted and brought back', async ({
  page,
  browser,
}) => {
  await signIn(page, 'Agent', '/leads_v2')
  const address = await openNewLead(page, 'Mentioned')
  const office = await (await browser.newContext()).newPage()
  // Only what comes after the first answer is news.
  const heard = office.waitForResponse(/\/crm\/notifications\?/)
  await signIn(office, 'Administrator', '/leads')
  await heard
  const note = page.getByRole('form', { name: 'Add a note' }).getByRole('textbox', { name: 'Note' })
  await note.pressSequentially('Bank letter is here. @')
  const colleagues = page.getByRole('listbox', { name: 'Colleagues' })
  await colleagues.waitFor()
  const administrator = (await office.getByRole('button', { name: /^Profile of/ }).getAttribute('aria-label')) ?? ''
  const name = administrator.replace('Profile of ', '')
  await note.pressSequentially(name.split(' ')[0] ?? '')
  await colleagues.getByRole('option', { name }).waitFor()
  await page.keyboard.press('Enter')
  await expect(note).toHaveValue(`Bank letter is here. @${name} `)
  await page.keyboard.press('Control+Enter')
  await expect(notes(page).getByText(`@${name}`)).toBeVisible()
  await expect(timeline(page).getByText('Bank letter is here.')).toBeVisible()

  await expect(office.getByText(/mentioned you on Mentioned/)).toBeVisible()
  await office.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  await office
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('button', { name: /Mentioned/ })
    .click()
  await office.waitForURL(address.replace(/^https?:\/\/[^/]+/, url => url))
  await expect(notes(office).getByText('Bank letter is here.')).toBeVisible()

  await notes(page).getByRole('button', { name: 'Change this note' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit the note' }).fill('Bank letter is signed.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Note has been updated.')).toBeVisible()
  await expect(notes(office).getByText('Bank letter is signed.')).toBeVisible()

  await notes(page).getByRole('button', { name: 'Change this note' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(notes(page).getByText('Bank letter is signed.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notes(page).getByText('Bank letter is signed.')).toBeVisible()
  await office.context().close()
})

test('what is typed survives a reload, and what is logged can be corrected', async ({ page }) => {
  await signIn(page, 'Agent', '/leads_v2')
  await openNewLead(page, 'Logged')
  const note = page.getByRole('form', { name: 'Add a note' }).getByRole('textbox', { name: 'Note' })
  await note.fill('Half a thought')
  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await expect(note).toHaveValue('Half a thought')

  await page.getByRole('button', { name: 'Log call' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Wants to see two places')
  await page.getByLabel('Outcome').first().click()
  await page.getByRole('option', { name: 'Connected' }).click()
  await page.getByRole('button', { name: 'Save', exact: false }).first().click()
  const entry = timeline(page).getByRole('listitem').filter({ hasText: 'Wants to see two places' })
  await expect(entry).toContainText('Call')
  await expect(entry).toContainText('connected')
  await entry.getByRole('button', { name: 'Change this entry' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.locator('textarea:focus').fill('Wants to see three places')
  await page.keyboard.press('Control+Enter')
  await expect(timeline(page).getByText('Wants to see three places')).toBeVisible()
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await expect(timeline(page).getByText('No activity of this type.')).toBeVisible()
  await page.getByRole('button', { name: 'Calls', exact: true }).click()
  await expect(timeline(page).getByText('Wants to see three places')).toBeVisible()
})

test('a showing is booked, confirmed and stands on the timeline', async ({ page }) => {
  await signIn(page, 'Agent', '/leads_v2')
  await openNewLead(page, 'Visiting')
  const book = showings(page).getByRole('button', { name: 'Book a showing' })
  await book.click()
  const form = page.getByRole('dialog', { name: 'Book a showing' })
  await expect(form.getByLabel('MLS number')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(book).toBeFocused()
  await page.keyboard.press('Enter')
  await form.getByLabel('Address').fill('1208 - 38 Stadium Rd, Toronto')
  await chooseTime(form)
  await form.getByLabel('To', { exact: true }).fill('13:00')
  await form.getByRole('button', { name: /^Book($| and e-mail )/ }).click()
  await expect(form.getByText('Time end must be after time start.').first()).toBeVisible()
  await form.getByLabel('To', { exact: true }).fill('15:00')
  await form.getByLabel('Lockbox').fill('Left of the door')
  await form.getByRole('button', { name: /^Book($| and e-mail )/ }).click()
  const item = showings(page).getByRole('listitem').filter({ hasText: '1208 - 38 Stadium Rd' })
  await expect(item).toContainText('Requested')
  await expect(item).toContainText('Left of the door')
  await item.getByRole('button', { name: /^Change the showing/ }).click()
  await page.getByRole('menuitem', { name: 'Confirm' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm the showing?' })
  await expect(question.getByRole('button', { name: 'Back' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(item.getByRole('button', { name: /^Change the showing/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Confirm' }).click()
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(item).toContainText('Confirmed')
  await expect(timeline(page).getByText('confirmed', { exact: false }).first()).toBeVisible()
  await item.getByRole('button', { name: /^Change the showing/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Calendar file for the client' }).click()
  expect((await download).suggestedFilename()).toMatch(/^showing-\d{4}-\d{2}-\d{2}\.ics$/)
})

test('a note that is written without a network waits, and is sent once when the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'Agent', '/leads_v2')
  await openNewLead(page, 'Underground')
  const note = page.getByRole('form', { name: 'Add a note' }).getByRole('textbox', { name: 'Note' })
  await context.setOffline(true)
  await expect(page.getByText(/You are offline/)).toBeVisible()
  await note.fill('Written in the subway')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/1 note is saved on this device/)).toBeVisible()
  await expect(note).toHaveValue('')
  await context.setOffline(false)
  // The notice about it has four seconds, which a busy machine may spend between two looks.
  await expect(page.getByText(/saved on this device/)).toHaveCount(0)
  await page.reload()
  await expect(notes(page).getByText('Written in the subway')).toHaveCount(1)
})

test.describe('a lead under a thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('leads to its neighbours, and from there back to the list as it was', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2?sort=-created_at')
    await page.locator('[data-row]').first().getByRole('link').first().click()
    const heading = page.getByRole('heading', { level: 1 })
    const place = page.getByRole('navigation', { name: 'Leads of the list' })
    await expect(place).toContainText(/^1 of /)
    const first = (await heading.textContent()) ?? ''
    await page.getByRole('button', { name: 'Next lead' }).click()
    await page.getByRole('button', { name: 'Next lead' }).click()
    await expect(place).toContainText(/^3 of /)
    await expect(heading).not.toHaveText(first)
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(page).toHaveURL(/\/leads_v2\?sort=-created_at/)
    await expect(page.locator('[data-row]').first()).toContainText(first)
  })

  test('offers what can be done in lines that a thumb hits, all of them on the screen', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await signIn(page, 'Agent', '/leads_v2')
    await page.locator('[data-row]').first().getByRole('link').first().tap()
    await expect(page.getByRole('navigation', { name: 'Leads of the list' })).toBeVisible()
    await page.getByRole('button', { name: /^More for / }).tap()
    const items = page.getByRole('menuitem')
    await expect(items.filter({ hasText: 'Transfer' })).toBeVisible()
    for (const item of await items.all()) expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await items.last().scrollIntoViewIfNeeded()
    await expect(items.last()).toBeInViewport({ ratio: 1 })
  })

  test('keeps its tabs and its bar free of reminders, and closes those', async ({ page, product }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const token = await tokenOf(product.url, 'agent@keyturn.test')
    const { data } = await ask(product.url, 'task/today?with_completed=1&perPage=50', null, token)
    const subject = 'Ask whether the sellers leave the washer, the dryer and the shed behind the pool, and from when on'
    const due = data.slice(0, 3).map((task: { id: number }) => ({ ...task, id: task.id + 1_000_000, subject }))
    // A lead may be offered meanwhile: its card lies over the bar until it is folded up.
    const fold = page.getByRole('button', { name: 'Fold up' })
    await page.addLocatorHandler(fold, () => fold.tap())
    await page.route('**/crm/task/reminders', route => route.fulfill({ json: { status: 1, data: due } }))
    await signIn(page, 'Agent', '/leads_v2')
    await page.locator('[data-row]').first().getByRole('link').first().tap()
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices.getByText(subject)).toHaveCount(3)
    // They have come to rest when they take presses; this one would else be pressed before they lie where they stay.
    await notices.getByRole('button', { name: 'Close' }).last().tap({ trial: true })
    for (const name of [/^Profile/, /^Tasks/, /^More/, /^Timeline/]) await page.getByRole('tab', { name }).tap()
    await page.getByRole('button', { name: 'Note', exact: true }).last().tap()
    for (let left = 3; left > 0; left--) {
      const close = notices.getByRole('button', { name: 'Close' }).last()
      const { width, height } = (await close.boundingBox()) ?? {}
      expect([width, height]).toEqual([44, 44])
      await close.tap()
      await expect(notices.getByText(subject)).toHaveCount(left - 1)
    }
  })
})
