import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { dayIn, pressUndo, signIn } from './support.ts'

const rowsOf = (page: Page) => page.locator('li[id^="task-"]')
const tab = (page: Page, name: RegExp | string) => page.getByRole('tab', { name })
const modal = (page: Page) => page.getByRole('dialog')

/** Opens the modal for the task in focus, and waits until typing goes into it. */
async function addTask(page: Page, subject: string, quick = 'In 1 h'): Promise<void> {
  await page.getByRole('button', { name: 'Add task' }).first().click()
  await modal(page).getByLabel('Subject').fill(subject)
  await modal(page).getByRole('button', { name: quick }).click()
  await modal(page)
    .getByRole('button', { name: /Save task/ })
    .click()
  await expect(page.getByText('Task has been Added.')).toBeVisible()
  await expect(modal(page)).toBeHidden()
}

test.describe('a morning with tasks', () => {
  test('begins on the tasks, marks one as done by key, and takes that back', async ({ page }) => {
    await signIn(page, 'Team lead')
    await page.waitForURL(/\/tasks/)
    await expect(tab(page, /Today/)).toHaveAttribute('aria-selected', 'true')
    const row = page.locator('li[data-cursor]')
    await row.waitFor()
    const id = await row.getAttribute('id')
    const wide = await rowsOf(page)
      .locator('time')
      .evaluateAll(times => times.filter(time => time.scrollWidth > time.clientWidth).map(time => time.textContent))
    expect(wide, 'times that reach over what stands beside them').toEqual([])
    await page.keyboard.press('d')
    const check = page.locator(`#${id}`).getByRole('checkbox')
    await expect(check).toHaveAttribute('aria-checked', 'true')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(check).toHaveAttribute('aria-checked', 'false')
    await page.reload()
    await expect(check).toHaveAttribute('aria-checked', 'false')
  })

  test('adds a task, moves it to tomorrow, deletes it and brings it back', async ({ page }) => {
    await signIn(page, 'Second agent', '/tasks?tab=future')
    await rowsOf(page).first().waitFor()
    const subject = `Plan the open house ${Date.now()}`
    await addTask(page, subject, 'In 3 days')
    const row = rowsOf(page).filter({ hasText: subject })
    await expect(row).toBeVisible()
    await row.getByText(subject).click()
    await page.keyboard.press('r')
    await modal(page).getByRole('button', { name: 'Tomorrow 9 AM' }).click()
    await modal(page)
      .getByRole('button', { name: /Save task/ })
      .click()
    await expect(modal(page)).toBeHidden()
    await expect(page.getByRole('region', { name: 'Tomorrow' }).filter({ hasText: subject })).toBeVisible()
    await row.hover()
    await row.getByRole('button', { name: `Change ${subject}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(row).toBeHidden()
    await pressUndo(page)
    await expect(row).toBeVisible()
  })

  test('puts the check back when the server refuses, and says so', async ({ page }) => {
    await signIn(page, 'Team lead', '/tasks')
    await page.locator('li[data-cursor]').waitFor()
    await page.route('**/crm/task/*/complete', route => route.fulfill({ status: 500, json: { status: 0 } }))
    const check = page.locator('li[id^="task-"]:not([data-done])').first().getByRole('checkbox')
    await check.click()
    await expect(page.getByText('Failed to mark task complete.')).toBeVisible()
    await expect(check).toHaveAttribute('aria-checked', 'false')
  })

  test('keeps what was typed, and the modal open, when saving fails', async ({ page }) => {
    await signIn(page, 'Team lead', '/tasks')
    await page.locator('li[data-cursor]').waitFor()
    await page.keyboard.press('n')
    await modal(page).getByText('Note and task').first().click()
    await modal(page).getByLabel('Note', { exact: true }).fill('Wants a den, not a second bedroom.')
    await modal(page).getByLabel('Subject').fill('Look for dens')
    let refused = 0
    await page.route('**/crm/lead/*/tasks', route => {
      refused += 1
      return refused === 1
        ? route.fulfill({ status: 500, json: { status: 0, message: 'Not now.', data: {} } })
        : route.fallback()
    })
    await modal(page)
      .getByRole('button', { name: /Save note and task/ })
      .click()
    await expect(modal(page).getByRole('alert')).toContainText('Not now.')
    await expect(modal(page).getByLabel('Subject')).toHaveValue('Look for dens')
    await modal(page)
      .getByRole('button', { name: /Save note and task/ })
      .click()
    await expect(page.getByText('Task has been Added.')).toBeVisible()
    await expect(modal(page)).toBeHidden()
    await expect(page.getByText('Wants a den, not a second bedroom.')).toHaveCount(1)
  })

  test('goes on in a second window without a reload', async ({ page, context }) => {
    await signIn(page, 'Second agent', '/tasks?tab=future')
    await rowsOf(page).first().waitFor()
    const second = await context.newPage()
    await second.goto('/tasks?tab=future')
    await rowsOf(second).first().waitFor()
    const subject = `Seen twice ${Date.now()}`
    await addTask(page, subject, 'In 3 days')
    await expect(rowsOf(second).filter({ hasText: subject })).toBeVisible()
    await rowsOf(second).filter({ hasText: subject }).getByRole('checkbox').click()
    await expect(rowsOf(page).filter({ hasText: subject })).toBeHidden()
  })

  test('shows a calendar of picked days, and closes it again', async ({ page }) => {
    await signIn(page, 'Second agent', '/tasks')
    await rowsOf(page).first().waitFor()
    await page.getByRole('button', { name: 'Pick range' }).click()
    await page.getByRole('button', { name: 'This week' }).click()
    await expect(tab(page, /\w{3} \d+\w\w, \d{4} - \w{3} \d+\w\w, \d{4}/)).toHaveAttribute('aria-selected', 'true')
    await page.getByText('Month', { exact: true }).click()
    await expect(page).toHaveURL(/from=\d{4}-\d\d-01/)
    await tab(page, /Future/).click()
    await expect(tab(page, / - /)).toBeVisible()
    await page.getByRole('button', { name: /^Close \w{3} \d/ }).click()
    await expect(tab(page, / - /)).toHaveCount(0)
  })

  test('gives a task another hour by dragging it down the day', async ({ page }) => {
    await signIn(page, 'Second agent', '/tasks?tab=future')
    await rowsOf(page).first().waitFor()
    const subject = `Dragged ${Date.now()}`
    await addTask(page, subject, 'Tomorrow 9 AM')
    const tomorrow = dayIn(1)
    await page.goto(`/tasks?tab=calendar&from=${tomorrow}&to=${tomorrow}`)
    const event = page.getByTitle(subject)
    await event.waitFor()
    const box = await event.boundingBox()
    if (!box) throw new Error('The task is not on the calendar.')
    await page.mouse.move(box.x + 10, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(box.x + 10, box.y + 40, { steps: 4 })
    await page.mouse.move(box.x + 10, box.y + 8 + 120, { steps: 8 })
    await page.mouse.up()
    await expect(page.getByText(/^Task moved to .+ at .+M\.$/)).toBeVisible()
    await tab(page, /Future/).click()
    await expect(rowsOf(page).filter({ hasText: subject })).toContainText('11:00 AM')
  })

  test('reminds of a task in the open window when its minute comes', async ({ page, request }) => {
    await signIn(page, 'Second agent', '/tasks')
    await rowsOf(page).first().waitFor()
    const login = await request.post('/crm/login/manual', {
      form: { email: 'agent2@keyturn.test', password: 'keyturn-demo' },
    })
    const headers = { authorization: `Bearer ${(await login.json()).data.user.token}` }
    const { data: tasks } = await (await request.get('/crm/task/today', { headers })).json()
    await request.post(`/crm/lead/${tasks.data[0].lead_id}/tasks`, {
      headers,
      form: {
        task_type: 'reminder',
        subject: 'Bring the keys',
        scheduled_at: new Date(Date.now() + 3000).toISOString(),
        reminder_minutes: '0',
      },
    })
    const notice = page.getByRole('region', { name: 'Notices' })
    await expect(notice.getByText(/Bring the keys/)).toBeVisible()
    await notice.getByRole('button', { name: 'Open' }).first().click()
    await page.waitForURL(/\/leads\//)
  })

  test('marks everything overdue as done after asking', async ({ page }) => {
    await signIn(page, 'Agent', '/tasks?tab=overdue')
    await rowsOf(page).first().waitFor()
    await page.getByRole('button', { name: 'Mark all as done' }).click()
    await page.getByRole('button', { name: /confirm/i }).click()
    await expect(page.getByText(/overdue tasks? done\./)).toBeVisible()
    await expect(page.getByText('Nothing overdue')).toBeVisible()
    await pressUndo(page)
    await expect(rowsOf(page).first()).toBeVisible()
  })

  test('logs the call that was due, and is done with it', async ({ page }) => {
    await signIn(page, 'Team lead', '/tasks?type=phone_call')
    const row = page.locator('li[data-cursor]')
    await row.waitFor()
    const id = await row.getAttribute('id')
    await page.keyboard.press('l')
    await expect(modal(page).getByRole('button', { name: 'Save call' })).toBeDisabled()
    await page.keyboard.press('2')
    await expect(modal(page).getByRole('button', { name: 'Voicemail' })).toHaveAttribute('aria-pressed', 'true')
    await modal(page).getByRole('button', { name: 'Save call' }).click()
    await expect(page.getByText('Call log has been created.')).toBeVisible()
    await expect(modal(page)).toBeHidden()
    await expect(page.locator(`#${id}`).getByRole('checkbox')).toHaveAttribute('aria-checked', 'true')
  })

  test('sets the status of the lead by key', async ({ page }) => {
    await signIn(page, 'Team lead', '/tasks?tab=future')
    const status = page.locator('li[data-cursor] [data-status-of-row]')
    await status.waitFor()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: 'Offer' }).press('Enter')
    await expect(status).toHaveText('Offer')
    await expect(page.getByText(/ is now Offer\.$/)).toBeVisible()
    await page.reload()
    await expect(status).toHaveText('Offer')
  })

  test('puts the task in focus off by key, and several chosen ones at once, and takes that back', async ({ page }) => {
    await signIn(page, 'Second agent', '/tasks?tab=overdue')
    await rowsOf(page).first().waitFor()
    const before = await rowsOf(page).count()
    const first = await page.locator('li[data-cursor]').getAttribute('id')
    await page.keyboard.press('p')
    await expect(page.getByText(/^Task moved to .+ at .+M\.$/)).toBeVisible()
    await expect(page.locator(`#${first}`)).toHaveCount(0)
    await pressUndo(page)
    await expect(page.locator(`#${first}`)).toBeVisible()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await rowsOf(page)
      .nth(0)
      .getByRole('checkbox', { name: /^Select/ })
      .click()
    await rowsOf(page)
      .nth(2)
      .click({ modifiers: ['Shift'], position: { x: 300, y: 16 } })
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await expect(bar).toContainText('3 selected')
    await bar.getByRole('button', { name: 'Move to' }).click()
    await page.getByRole('menuitem', { name: 'Next week' }).click()
    await expect(page.getByText('3 tasks moved.')).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(before - 3)
    await pressUndo(page)
    await expect(rowsOf(page)).toHaveCount(before)
    await page.keyboard.press('x')
    await page.keyboard.press('Control+a')
    await expect(bar).toContainText(`${before} selected`)
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
  })
})

test.describe('tasks under a thumb', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

  test('wait until tomorrow when swiped to the left, and are chosen when held', async ({ page, context }) => {
    await signIn(page, 'Second agent', '/tasks?tab=overdue')
    await rowsOf(page).first().waitFor()
    const before = await rowsOf(page).count()
    const box = await rowsOf(page).first().boundingBox()
    if (!box) throw new Error('No task is on the screen.')
    const fingers = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + 30 }] })
    await touch('touchStart', 250)
    for (let x = 240; x >= 130; x -= 10) await touch('touchMove', x)
    await touch('touchEnd', 130)
    await expect(page.getByText(/^Task moved to .+ at .+M\.$/)).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(before - 1)
    await pressUndo(page)
    await expect(rowsOf(page)).toHaveCount(before)
    await touch('touchStart', 200)
    await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toContainText('1 selected')
    await touch('touchEnd', 200)
  })
})
