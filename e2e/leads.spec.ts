import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const rowsOf = (page: Page) => page.locator('[data-row]')

test.describe("an agent's leads", () => {
  test('from the list to a lead, an edit, and back', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leads\/[^/]+_\d+/)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('First name').fill('Renamed')
    await page.getByLabel('Occupation').fill('Architect')
    await page.getByRole('button', { name: /Save/ }).first().click()
    await expect(page.getByRole('heading', { name: /Renamed/ })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: /Renamed/ })).toBeVisible()
    await expect(page.getByText('Architect')).toBeVisible()
    await page.goBack()
    await expect(rowsOf(page).filter({ hasText: 'Renamed' }).first()).toBeVisible()
  })

  test('says which field is wrong, and loses nothing that was typed', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await page.getByRole('button', { name: 'Add lead' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('First name').fill('Odalys')
    await form.getByLabel('E-mail').fill('not-an-address')
    await form.getByRole('button', { name: 'Add lead' }).click()
    await expect(form.getByText(/e-mail/i).last()).toBeVisible()
    await expect(form.getByLabel('First name')).toHaveValue('Odalys')
    await form.getByLabel('E-mail').fill(`odalys.${Date.now()}@mail.test`)
    await form.getByRole('button', { name: 'Add lead' }).click()
    await expect(page.getByText('Odalys has been added to your leads!')).toBeVisible()
    await expect(rowsOf(page).filter({ hasText: 'Odalys' }).first()).toBeVisible()
  })

  test('keeps filter and sort in the address, through reload, back and forward', async ({ page }) => {
    await signIn(page, 'Administrator', '/leads')
    await rowsOf(page).first().waitFor()
    await page.getByRole('columnheader', { name: 'Score' }).click()
    await expect(page).toHaveURL(/sort=/)
    const first = await rowsOf(page).first().getByRole('link').first().textContent()
    await page.reload()
    await rowsOf(page).first().waitFor()
    expect(await rowsOf(page).first().getByRole('link').first().textContent()).toBe(first)
    await page.goBack()
    await expect(page).not.toHaveURL(/sort=/)
    await page.goForward()
    await expect(page).toHaveURL(/sort=/)
  })

  test('finds people by phone in any format, in a tab of its own that closes', async ({ page }) => {
    await signIn(page, 'Administrator', '/leads')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('(416) 555')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: /Search results for "\(416\) 555"/ })).toBeVisible()
    await expect(rowsOf(page).first()).toBeVisible()
    await page.getByRole('button', { name: /Close.*Search results/ }).click()
    await expect(page.getByRole('tab', { name: /Search results/ })).toHaveCount(0)
  })

  test('sets the status of several at once', async ({ page }) => {
    await signIn(page, 'Team lead', '/leads_v2')
    await rowsOf(page).first().waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await expect(page.getByText('2 selected')).toBeVisible()
    await page
      .getByRole('button', { name: /^Status/ })
      .last()
      .click()
    await page
      .getByRole('menuitem', { name: /Showing/ })
      .or(page.getByRole('option', { name: /Showing/ }))
      .first()
      .click()
    await expect(page.getByText('Selected leads updated!')).toBeVisible()
  })

  test('changes show in the other browser by themselves, without a reload', async ({ page, browser, product }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    // The row that the key changes, whatever else comes into the list meanwhile.
    const address = (await page.locator('[data-row][data-cursor] a[data-lead]').getAttribute('href')) ?? ''
    const other = await (await browser.newContext({ baseURL: product.url })).newPage()
    await signIn(other, 'Administrator', address)
    await other.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: 'Under contract' }).click()
    await expect(other.getByRole('button', { name: /^Status: Under contract/ })).toBeVisible()
  })

  test('are out of reach for another agent, also by their address', async ({ page, browser, product }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leads\/[^/]+_\d+/)
    const other = await (await browser.newContext({ baseURL: product.url })).newPage()
    await signIn(other, 'Second agent', new URL(page.url()).pathname)
    await expect(other.getByText(/This lead does not exist, or you don’t have access/)).toBeVisible()
  })
})

test.describe('an hour on the list', () => {
  test('filters by keyboard, sets a status for several, takes it back', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Status' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Connected' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/status=3/)
    await expect(page.getByRole('button', { name: 'Status Connected', exact: true })).toBeFocused()
    const states = rowsOf(page).getByRole('button', { name: /^Status: / })
    await expect(states.first()).toHaveAccessibleName(/Connected/)
    const before = await rowsOf(page).count()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: 'Nurturing' }).click()
    await expect(page.getByText('Selected leads updated!')).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(before - 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone: 2.')).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(before)
    await page.getByRole('button', { name: 'Remove filter Status' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/status=/)
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  })

  test('looks somebody up, unfolds the row, and comes back to the tab as it was left', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2?tab=clients&sort=first_name')
    const name = await rowsOf(page).getByRole('link').first().textContent()
    const sought = name?.split(' ').at(-1) ?? ''
    await page.keyboard.press('/')
    await page.keyboard.type(sought)
    await page.keyboard.press('Enter')
    const found = page.getByRole('tab', { name: `Search results for "${sought}"` })
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await rowsOf(page).first().waitFor()
    await page.getByRole('grid', { name: 'Leads' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    for (const fact of ['Latest note', 'Location', 'Last contacted', 'Signed up', 'Tags'])
      await expect(rowsOf(page).first().getByText(fact, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /Close.*Search results/ }).click()
    await expect(page.getByRole('tab', { name: /Clients/ })).toHaveAttribute('aria-selected', 'true')
    await expect(page).toHaveURL(/sort=first_name/)
    await page.keyboard.press('/')
    await page.keyboard.type('li')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: 'Search results for "li"' })).toBeVisible()
    await expect(page.getByRole('tab', { name: /Search results/ })).toHaveCount(1)
  })

  test('opens one lead after the other by key', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    const names = await rowsOf(page)
      .first()
      .waitFor()
      .then(() => rowsOf(page).getByRole('link').allTextContents())
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(names[0] ?? '')
    const place = page.getByRole('navigation', { name: 'Leads of the list' })
    await place.waitFor()
    await page.keyboard.press('j')
    await expect(heading).not.toHaveText(names[0] ?? '')
    await page.keyboard.press('k')
    await expect(heading).toHaveText(names[0] ?? '')
    // The list is found again after a reload.
    await page.reload()
    await place.waitFor()
    await page.keyboard.press('j')
    await expect(heading).not.toHaveText(names[0] ?? '')
  })

  test('keeps in the address what the timeline shows', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const notes = page.getByRole('group', { name: 'Show in the timeline' }).getByRole('button', { name: 'Notes' })
    await notes.click()
    await expect(page).toHaveURL(/show=notes/)
    await page.reload()
    await expect(notes).toHaveAttribute('aria-pressed', 'true')
  })

  test('adding a lead leads back to the first tab, without filters', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2?tab=clients&status=9')
    await page.getByRole('button', { name: 'Add lead' }).first().click()
    const form = page.getByRole('dialog')
    await expect(page.getByRole('banner')).toHaveCount(1)
    await form.getByLabel('First name').fill('Iphigenia')
    await form.getByLabel('Phone').fill('613 555 0142')
    await form.getByRole('button', { name: 'Add lead' }).click()
    await expect(page.getByText('Iphigenia has been added to your leads!')).toBeVisible()
    await expect(page.getByRole('tab', { name: /^Leads/ })).toHaveAttribute('aria-selected', 'true')
    await expect(page).not.toHaveURL(/status=/)
    await rowsOf(page).filter({ hasText: 'Iphigenia' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(613) 555-0142')
  })

  test('what is chosen stays chosen in its tab, through another tab and not through a reload', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('tab', { name: /Clients/ }).click()
    await expect(page.getByText('2 selected')).toBeHidden()
    await page.getByRole('tab', { name: /^Leads/ }).click()
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('2 selected')).toBeHidden()
    for (const key of ['j', 'x']) await page.keyboard.press(key)
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.reload()
    await rowsOf(page).first().waitFor()
    await expect(page.getByText('1 selected')).toBeHidden()
  })

  test('prints the whole list with its title and filters', async ({ page }) => {
    await signIn(page, 'Administrator', '/leads?status=3,4')
    await rowsOf(page).first().waitFor()
    await page.evaluate(() => {
      window.print = () => undefined
    })
    const total = Number((await page.getByRole('grid', { name: 'Leads' }).getAttribute('aria-rowcount')) ?? 0) - 1
    await page.getByRole('button', { name: 'Print the list' }).click()
    const sheet = page.getByRole('region', { name: 'Printed list', includeHidden: true })
    await expect(sheet.locator('tbody tr')).toHaveCount(total)
    await page.emulateMedia({ media: 'print' })
    await expect(sheet.getByRole('heading', { name: 'All Leads' })).toBeVisible()
    await expect(sheet.getByText(/Status: Connected, Nurturing/)).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Leads' })).toBeHidden()
  })
})

interface Person {
  first_name: string
  last_name: string
  phone?: string
  /** So many areas. */
  areas?: number
}

const odd: Person[] = [
  { first_name: 'Madonna', last_name: '' },
  { first_name: 'Wolfeschlegelsteinhausenbergerdorff-Alexandria-Papadimitriou', last_name: 'von Hohenlohe' },
  { first_name: 'محمد', last_name: 'الخوارزمي', phone: '+971 50 123 4567' },
  { first_name: '🏡 Kim', last_name: 'Park' },
  { first_name: 'D’Arcy', last_name: "O'Donoghue" },
  { first_name: 'null', last_name: 'undefined' },
  { first_name: 'Twin', last_name: 'Twin' },
  { first_name: 'Twin', last_name: 'Twin' },
  { first_name: 'Everywhere', last_name: 'Forty', areas: 40 },
]

/** Adds leads as the page's own person, by the call that the form uses. */
const addPeople = (page: Page, people: readonly Person[]): Promise<number[]> =>
  page.evaluate(async list => {
    const stored = JSON.parse(localStorage.getItem('session') ?? '{}') as { value?: { token?: string } | string }
    const token = typeof stored.value === 'string' ? stored.value : stored.value?.token
    const headers = { authorization: `Bearer ${token}` }
    interface Area {
      id: number
      type: string
      children: Area[]
    }
    const flat = (areas: Area[]): Area[] => areas.flatMap(area => [area, ...flat(area.children)])
    const tree = (await (await fetch('/crm/areas', { headers })).json()) as { data: Area[] }
    const places = flat(tree.data).filter(area => area.type !== 'neighbourhood')
    const ids: number[] = []
    for (const { areas = 0, ...fields } of list) {
      const chosen = places.slice(0, areas).map(({ id, type }) => ({ area_id: id, area_type: type }))
      const body = new URLSearchParams({ ...fields, areas: JSON.stringify(chosen) })
      const answer = (await (await fetch('/crm/lead', { method: 'POST', headers, body })).json()) as {
        data: { id: number }
      }
      ids.push(answer.data.id)
    }
    return ids
  }, people)

test.describe('people whose names break things', () => {
  test('stand in one line each, and say where else they look', async ({ page }) => {
    await signIn(page, 'Second agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    await addPeople(page, odd)
    await page.goto('/leads_v2?sort=-created_at')
    await expect(rowsOf(page).filter({ hasText: 'Twin Twin' })).toHaveCount(2)
    for (const { first_name, last_name } of odd)
      await expect(
        rowsOf(page)
          .filter({ hasText: `${first_name} ${last_name}`.trim() })
          .first(),
      ).toBeVisible()
    const heights = await rowsOf(page).evaluateAll(rows => rows.map(row => row.getBoundingClientRect().height))
    expect(new Set(heights)).toEqual(new Set([34]))
    await page.getByRole('button', { name: /^38 more: / }).hover()
    await expect(page.getByRole('list', { name: 'Areas' }).getByRole('listitem')).toHaveCount(40)
  })

  test('leave the list, and the open page says so, when somebody deletes them in another window', async ({
    page,
    context,
  }) => {
    await signIn(page, 'Second agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    const [id] = await addPeople(page, [{ first_name: 'Soon', last_name: 'Gone' }])
    await page.goto('/leads_v2?sort=-created_at')
    const row = page.locator(`[data-row="${id}"]`)
    await expect(row).toBeVisible()
    const other = await context.newPage()
    await other.goto(`/leads/Soon_Gone_${id}`)
    await expect(other.getByRole('heading', { name: 'Soon Gone' })).toBeVisible()
    await page.bringToFront()
    await page.keyboard.press('j')
    await row.getByRole('button', { name: 'More for Soon Gone' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
    await expect(other.getByRole('heading', { name: 'Soon Gone is no longer here' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Go to the leads' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('leads are cards, nothing is wider than the screen, and a lead opens by touch', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await rowsOf(page).first().getByRole('link').first().tap()
    await page.waitForURL(/\/leads\/[^/]+_\d+/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  test('a card offers what a row does', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page)
      .first()
      .getByRole('button', { name: /^More for/ })
      .tap()
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Add a milestone' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Edit' }).tap()
    await page.waitForURL(/edit=1/)
    await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  })

  test('the parts of a lead are tabs that the address keeps', async ({ page }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page).first().getByRole('link').first().tap()
    await page.getByRole('tab', { name: /^Tasks/ }).tap()
    await expect(page.getByRole('region', { name: 'Tasks' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('tab', { name: /^Tasks/ })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'More' }).tap()
    await expect(page.getByRole('region', { name: 'Consent' })).toBeVisible()
  })

  test('a finger that rests chooses, a swipe opens the statuses', async ({ page, context }) => {
    await signIn(page, 'Agent', '/leads_v2')
    await rowsOf(page).first().waitFor()
    const devtools = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    const box = await rowsOf(page).nth(1).boundingBox()
    const y = (box?.y ?? 0) + 30
    await touch('touchStart', 120, y)
    for (let x = 130; x <= 230; x += 10) await touch('touchMove', x, y)
    await touch('touchEnd')
    await expect(page.getByRole('menuitem', { name: 'Nurturing' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await touch('touchStart', 150, y)
    await expect(page.getByText('1 selected')).toBeVisible()
    await touch('touchEnd')
    await rowsOf(page).nth(2).tap()
    await expect(page.getByText('2 selected')).toBeVisible()
    await expect(page).toHaveURL(/leads_v2/)
  })
})
