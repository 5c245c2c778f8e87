import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { type Account, signIn, signInOnPage } from './support.ts'

test.use({ serviceWorkers: 'allow' })

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const notes = (page: Page) => page.getByRole('region', { name: 'Notes' })
const noteField = (page: Page) => page.getByRole('form', { name: 'Add a note' }).getByRole('textbox', { name: 'Note' })
/** Loaded again by its worker, a browser that is only said to be offline may forget it: then the server is what is away. */
const banner = (page: Page) => page.getByRole('status').filter({ hasText: /offline|network|cannot be reached/ })
const tasksOf = (page: Page) => page.locator('li[id^="task-"]')

/** Signs in and waits until the service worker listens to what the page asks for. */
async function signInWithWorker(page: Page, account: Account, path: string): Promise<void> {
  await signIn(page, account, path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
}

/** What the service worker keeps on the device, by address. */
const cachedAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter(name => name.startsWith('data') || name === 'page')
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(request => new URL(request.url).pathname)
  })

/** Waits until answers of these addresses are kept on the device. */
const stored = (page: Page, ...addresses: string[]) =>
  expect.poll(() => cachedAddresses(page), { timeout: 60_000 }).toEqual(expect.arrayContaining(addresses))

/** Opens the first lead of the list; answers its address and id. */
async function openFirstLead(page: Page): Promise<{ path: string; id: string }> {
  await page.locator('[data-row] a[data-lead]').first().click()
  await page.waitForURL(/\/leads\/[^/]+_\d+/)
  await timeline(page).waitFor()
  const path = new URL(page.url()).pathname
  return { path, id: /_(\d+)$/.exec(path)?.[1] ?? '' }
}

async function writeNote(page: Page, summary: string): Promise<void> {
  await noteField(page).fill(summary)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(notes(page).getByText(summary)).toBeVisible()
}

async function editNote(page: Page, before: string, after: string): Promise<void> {
  const entry = notes(page).getByRole('listitem').filter({ hasText: before })
  await entry.hover()
  await entry.getByRole('button', { name: 'Change this note' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit the note' }).fill(after)
  await page.keyboard.press('Control+Enter')
}

test('a whole shift without a network: everything opens, is written down, and counts once', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const stamp = Date.now()
  await signInWithWorker(page, 'Agent', '/leads_v2')
  const { path, id } = await openFirstLead(page)
  await writeNote(page, `Before the tunnel ${stamp}`)
  await stored(page, '/', `/crm/lead/${id}`, `/crm/lead/${id}/notes`, `/crm/lead/${id}/timeline`)
  await page.getByRole('link', { name: 'Tasks' }).first().click()
  await tasksOf(page).first().waitFor()
  await stored(page, '/crm/task/today', '/crm/task/overdue', '/crm/task/future', '/crm/task/calendar')

  await context.setOffline(true)
  await expect(banner(page)).toContainText('You are offline. Showing data from')
  await page.reload()
  await expect(banner(page)).toContainText(/(You are offline|The server cannot be reached)\. Showing data from/)
  const task = tasksOf(page)
    .filter({ has: page.locator('[role=checkbox][aria-checked=false]') })
    .first()
  const taskId = (await task.getAttribute('id')) ?? ''
  const check = page.locator(`#${taskId}`).getByRole('checkbox')
  await check.click()
  await expect(check).toHaveAttribute('aria-checked', 'true')
  await expect(page.locator(`#${taskId}`).getByRole('img', { name: 'Waiting for the network' })).toBeVisible()
  for (const tab of [/Overdue/, /Future/]) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(tasksOf(page).first()).toBeVisible()
  }

  await page.goto('/leads_v2')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.goto(path)
  await expect(notes(page).getByText(`Before the tunnel ${stamp}`)).toBeVisible()
  await writeNote(page, `From the tunnel ${stamp}`)
  await editNote(page, `From the tunnel ${stamp}`, `Out of the tunnel ${stamp}`)
  await expect(notes(page).getByText(`Out of the tunnel ${stamp}`)).toBeVisible()
  await editNote(page, `Before the tunnel ${stamp}`, `Long before the tunnel ${stamp}`)
  await page.getByRole('group', { name: 'What to write down' }).getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Log e-mail' }).press('Enter')
  const progress = page.getByRole('form', { name: 'Record progress' })
  await progress.getByRole('textbox', { name: 'Description' }).fill(`Wrote from the train ${stamp}`)
  await progress.getByRole('button', { name: /^Save/ }).click()
  await expect(timeline(page).getByText(`Wrote from the train ${stamp}`)).toBeVisible()

  // What waits survives a reload, and shows again.
  await page.reload()
  await expect(banner(page)).toContainText('5 entries are saved on this device')
  await expect(notes(page).getByText(`Long before the tunnel ${stamp}`)).toBeVisible()
  await expect(notes(page).getByText(`Out of the tunnel ${stamp}`)).toBeVisible()
  await expect(timeline(page).getByText(`Wrote from the train ${stamp}`)).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('Sent 5 entries that were waiting.')).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  const office = await (await browser.newContext()).newPage()
  await signIn(office, 'Agent', path)
  await expect(notes(office).getByText(`Out of the tunnel ${stamp}`)).toHaveCount(1)
  await expect(notes(office).getByText(`Long before the tunnel ${stamp}`)).toHaveCount(1)
  await expect(notes(office).getByText(`From the tunnel ${stamp}`, { exact: true })).toHaveCount(0)
  await expect(timeline(office).getByText(`Wrote from the train ${stamp}`)).toHaveCount(1)
  await office.goto('/tasks')
  await expect(office.locator(`#${taskId}`).getByRole('checkbox')).toHaveAttribute('aria-checked', 'true')
})

test('what somebody else changed meanwhile is said, and replaced when the person wants that', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const stamp = Date.now()
  await signInWithWorker(page, 'Agent', '/leads_v2')
  const { path } = await openFirstLead(page)
  await writeNote(page, `Two of us ${stamp}`)
  await context.setOffline(true)
  await editNote(page, `Two of us ${stamp}`, `Mine ${stamp}`)
  await expect(banner(page)).toContainText('1 note is saved on this device')
  const office = await (await browser.newContext()).newPage()
  await signIn(office, 'Administrator', path)
  // It stands on the screen before the server has it.
  const saved = office.waitForResponse(/\/crm\/note\/\d+$/)
  await editNote(office, `Two of us ${stamp}`, `Theirs ${stamp}`)
  expect((await saved).ok()).toBe(true)
  await expect(notes(office).getByText(`Theirs ${stamp}`)).toBeVisible()

  await context.setOffline(false)
  const refused = page.getByRole('status').filter({ hasText: 'could not be saved' })
  await expect(refused).toContainText(`Note “Mine ${stamp}” could not be saved.`)
  await expect(notes(page).getByText(`Theirs ${stamp}`)).toBeVisible()
  await refused.getByRole('button', { name: 'Show' }).click()
  const list = page.getByRole('dialog', { name: 'Not sent yet' })
  await expect(list.getByText('Someone else changed it.')).toBeVisible()
  await list.getByRole('button', { name: 'Replace theirs' }).click()
  await expect(list.getByText('All sent')).toBeVisible()
  await expect(notes(office).getByText(`Mine ${stamp}`)).toBeVisible()
})

test('words that nobody sent survive a crash and the end of the session', async ({ page, context }) => {
  const summary = `Half a sentence ${Date.now()}`
  await signIn(page, 'Agent', '/leads_v2')
  const { path } = await openFirstLead(page)
  await noteField(page).fill(summary)
  await page.waitForFunction(text => Object.values(localStorage).some(value => value.includes(text)), summary)
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await again.goto(path)
  await expect(noteField(again)).toHaveValue(summary)
  await expect(again.getByText('Draft saved')).toBeVisible()

  await again.route('**/crm/lead/*/notes', route =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, json: { status: 0, data: null, message: 'Over.', error: 'token_invalid' } })
      : route.continue(),
  )
  await again.getByRole('button', { name: 'Save note' }).click()
  await again.waitForURL(/\/login/)
  await again.unroute('**/crm/lead/*/notes')
  await again.getByRole('button', { name: 'Agent', exact: true }).click()
  await again.waitForURL(url => url.pathname === path)
  await expect(noteField(again)).toHaveValue(summary)
  await again.getByRole('button', { name: 'Save note' }).click()
  await expect(notes(again).getByText(summary)).toHaveCount(1)
  await again.reload()
  await expect(noteField(again)).toHaveValue('')
})

test('nobody else on the device sees or sends what waits; signing out warns of it', async ({ page, context }) => {
  test.slow()
  const summary = `Only mine ${Date.now()}`
  const unsent = () =>
    page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('offlineQueue:')).length)
  await signInWithWorker(page, 'Agent', '/leads_v2')
  const { path, id } = await openFirstLead(page)
  await stored(page, `/crm/lead/${id}/notes`)
  await context.setOffline(true)
  await writeNote(page, summary)
  await expect(banner(page)).toContainText('1 note is saved on this device')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('button', { name: 'Logout' }).click()
  const warning = page.getByRole('dialog', { name: 'Logout' })
  await expect(warning).toContainText('1 entry has not reached the server yet and would be lost.')
  await warning.getByRole('button', { name: 'Cancel' }).click()

  // The session ends while the device is away, and somebody else takes the device.
  await page.evaluate(() => localStorage.removeItem('session'))
  await page.reload()
  await page.waitForURL(/\/login/)
  await context.setOffline(false)
  await signInOnPage(page, 'Second agent')
  await page.getByRole('button', { name: /^Profile of/ }).waitFor()
  await expect(banner(page)).toHaveCount(0)
  expect(await unsent()).toBe(1)
  await context.setOffline(true)
  await page.goto(path)
  await expect(page.getByText('Not on this device yet')).toBeVisible()
  await expect(page.getByText(summary)).toHaveCount(0)

  await page.evaluate(() => localStorage.removeItem('session'))
  await context.setOffline(false)
  await signInOnPage(page, 'Agent')
  await expect(page.getByText('Sent the entry that was waiting.')).toBeVisible()
  expect(await unsent()).toBe(0)
})

test('a task that is added without a network stands in its list at once, and is saved once when the network is back', async ({
  page,
  context,
  browser,
}) => {
  const subject = `Ask for the keys ${Date.now()}`
  await signInWithWorker(page, 'Second agent', '/tasks?tab=future')
  await tasksOf(page).first().waitFor()
  await stored(page, '/crm/task/future')
  await page.getByRole('button', { name: 'Add task' }).first().click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Subject').fill(subject)
  await modal.getByRole('button', { name: 'In 3 days' }).click()
  await context.setOffline(true)
  await expect(banner(page)).toContainText('You are offline')
  await modal.getByRole('button', { name: /Save task/ }).press('Enter')
  await expect(banner(page)).toContainText('1 task is saved on this device')
  const row = tasksOf(page).filter({ hasText: subject })
  await expect(row.getByRole('img', { name: 'Waiting for the network' })).toBeVisible()

  await context.setOffline(false)
  await expect(banner(page)).toHaveCount(0)
  await expect(row).toHaveCount(1)
  const office = await (await browser.newContext()).newPage()
  await signIn(office, 'Second agent', '/tasks?tab=future')
  await expect(tasksOf(office).filter({ hasText: subject })).toHaveCount(1)
})
