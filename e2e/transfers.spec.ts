import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { type Account, leadRows, signIn } from './support.ts'

// Two windows at once.
test.describe.configure({ timeout: 120_000 })

/** A window of its own for somebody else. */
async function windowOf(browser: Browser, baseURL: string | undefined, account: Account, path?: string): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, account)
  if (path) await page.goto(path)
  return page
}

const popover = (page: Page) => page.getByRole('dialog', { name: 'Lead Transfers' })
const received = (page: Page) => popover(page).getByRole('region', { name: 'Transfer Leads' })
const sent = (page: Page) => popover(page).getByRole('region', { name: 'Sent Leads' })
const entry = (page: Page) => page.getByRole('button', { name: /^Lead Transfers/ })

async function openPopover(page: Page): Promise<void> {
  await entry(page).click()
  await popover(page).waitFor()
}

/** Opens a lead of the person's own list that is not on its way, from a place on; answers its name. */
async function openOwnLead(page: Page, from: number): Promise<string> {
  for (let place = from; ; place++) {
    await page.goto('/leads_v2')
    const link = leadRows(page).nth(place).locator('a[data-lead]')
    const name = (await link.textContent())?.trim() ?? ''
    await link.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    const send = agentPanel(page).getByRole('button', { name: 'Transfer', exact: true })
    const onItsWay = agentPanel(page).getByRole('button', { name: `Cancel ${name}` })
    await send.or(onItsWay).waitFor()
    if (await send.isVisible()) return name
  }
}

async function choose(page: Page, agent: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Agent' })
  await field.fill(agent.slice(0, 4))
  await page.getByRole('option', { name: agent }).click()
}

const agentPanel = (page: Page) => page.getByRole('region', { name: 'Agent', exact: true })

async function transfer(page: Page, agent: string): Promise<void> {
  // By key: a lead that is offered to the agent meanwhile shows on a card above it.
  await agentPanel(page).getByRole('button', { name: 'Transfer' }).press('Enter')
  await choose(page, agent)
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a lead goes from one window to the other, and leaves both lists when it is accepted', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'Agent')
  const other = await windowOf(browser, baseURL, 'Second agent', '/leads_v2')
  await leadRows(other).first().waitFor()
  const name = await openOwnLead(page, 6)
  // It goes again after some seconds.
  const notice = other.getByText(`Maya Lindqvist has sent you the following lead: ${name}`, { exact: true }).first()
  await Promise.all([notice.waitFor({ timeout: 60_000 }), transfer(page, 'Theo Marchetti')])
  await expect(agentPanel(page)).toContainText('You have sent Theo Marchetti this lead.')
  await openPopover(page)
  const mine = sent(page).getByRole('listitem').filter({ hasText: name })
  await expect(mine).toContainText('You have sent Theo Marchetti the following lead:')

  await openPopover(other)
  const theirs = received(other).getByRole('listitem').filter({ hasText: name })
  await expect(theirs).toContainText('Maya Lindqvist has sent you the following lead:')
  await expect(theirs.getByRole('button', { name: /^Reject/ })).toBeVisible()

  await theirs.getByRole('link', { name }).click()
  await expect(other.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(popover(other)).toHaveCount(0)
  await expect(other.getByText('Accept to see contact details, timeline and notes.')).toBeVisible()
  await expect(other.getByRole('region', { name: 'Profile', exact: true })).toHaveCount(0)
  await other.getByRole('button', { name: `Accept ${name}` }).click()
  await expect(other.getByText(`${name.split(' ')[0]} has been added to your leads!`)).toBeVisible()
  await expect(other.getByRole('region', { name: 'Profile', exact: true })).toBeVisible()
  await expect(agentPanel(other)).toContainText('Theo Marchetti')

  await expect(mine).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText(`${name} is no longer here`)).toBeVisible()
  await other.context().close()
})

test('what is taken back or rejected leaves the other window at once', async ({ page, browser, baseURL }) => {
  await signIn(page, 'Agent')
  const other = await windowOf(browser, baseURL, 'Second agent')
  const name = await openOwnLead(page, 8)
  await transfer(page, 'Theo Marchetti')
  await openPopover(other)
  const theirs = received(other).getByRole('listitem').filter({ hasText: name })
  await expect(theirs).toBeVisible()
  await agentPanel(page)
    .getByRole('button', { name: `Cancel ${name}` })
    .click()
  await expect(theirs).toHaveCount(0)
  await expect(agentPanel(page)).not.toContainText('Theo Marchetti')
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
  await expect(theirs).toBeVisible()
  await theirs.getByRole('button', { name: /^Reject/ }).click()
  const question = other.getByRole('dialog', { name: `Reject ${name}?` })
  await expect(question).toContainText('It stays with Maya Lindqvist')
  await question.getByRole('button', { name: 'CANCEL' }).click()
  await expect(theirs).toBeVisible()
  await theirs.getByRole('button', { name: /^Reject/ }).click()
  await question.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(other.getByText(`You rejected ${name}.`)).toBeVisible()
  await expect(theirs).toHaveCount(0)
  await expect(agentPanel(page).getByRole('button', { name: 'Transfer' })).toBeVisible()
  await other.context().close()
})

test('a failure is told, and each button loads by itself', async ({ page, browser, baseURL }) => {
  const sender = await windowOf(browser, baseURL, 'Agent')
  const name = await openOwnLead(sender, 10)
  await transfer(sender, 'Anika Rao')
  await sender.context().close()
  await signIn(page, 'Team lead')
  await openPopover(page)
  const one = received(page).getByRole('listitem').filter({ hasText: name })
  await page.route(/\/accept$/, route =>
    route.fulfill({
      status: 409,
      json: { status: 0, data: null, message: 'Maya Lindqvist has taken this lead back.', error: 'conflict' },
    }),
  )
  await one.getByRole('button', { name: /^Accept/ }).click()
  await expect(page.getByText('Maya Lindqvist has taken this lead back.')).toBeVisible()
  await expect(one.getByRole('button', { name: /^Accept/ })).toBeEnabled()
})

test('the office reassigns many: rows leave at once and come back when it fails; the receiver says Ok', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'Administrator', '/leads')
  // Others have handed him leads before.
  const rows = leadRows(page).filter({ hasNotText: /Theo Marchetti|In transfer/ })
  const names = rows.locator('a[data-lead]')
  await names.first().waitFor()
  const [one, two] = [(await names.nth(0).textContent()) ?? '', (await names.nth(1).textContent()) ?? '']
  for (const place of [0, 1]) await rows.nth(place).getByRole('checkbox').check({ force: true })
  const bar = page.getByRole('toolbar', { name: 'Selected leads' })
  await bar.getByRole('button', { name: 'Reassign' }).click()
  await choose(page, 'Theo Marchetti')
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/leads\/reassign$/, async route => {
    await held
    await route.fulfill({ status: 500, json: { status: 0, data: null, message: '', error: 'internal' } })
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Reassign' }).click()
  await expect(names.filter({ hasText: one })).toHaveCount(0)
  answer()
  await expect(names.filter({ hasText: one }).first()).toBeVisible()
  const dialog = page.getByRole('dialog', { name: /^Reassign/ })
  await expect(dialog).toContainText('There was an error reassigning this lead.')
  await expect(dialog).toContainText('The leads move immediately')
  await expect(page.getByRole('region', { name: 'Notices' }).getByText('There was an error')).toHaveCount(0)
  await page.unroute(/\/leads\/reassign$/)

  await page.getByRole('dialog').getByRole('button', { name: 'Reassign' }).click()
  await expect(page.getByText('Reassigned 2 leads.')).toBeVisible()
  const receiver = await windowOf(browser, baseURL, 'Second agent')
  await openPopover(receiver)
  const assigned = received(receiver).getByRole('listitem').filter({ hasText: two.trim() })
  await expect(assigned).toContainText('You have been assigned the following lead:')
  await expect(assigned.getByRole('button', { name: /^Reject/ })).toHaveCount(0)
  await assigned.getByRole('button', { name: /^Ok/ }).click()
  await expect(assigned).toHaveCount(0)
  await receiver.context().close()
})

test('a lead is handed to the recruiter, and flagged as bogus until the office says otherwise', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await windowOf(browser, baseURL, 'Administrator', '/admin?section=hand-overs')
  const field = admin.getByRole('combobox', { name: 'Choose someone else' })
  await field.fill('Theo')
  await admin.getByRole('option', { name: 'Theo Marchetti' }).click()
  await expect(admin.getByText('Theo Marchetti is the recruiter.')).toBeVisible()

  await signIn(page, 'Agent')
  const handed = await openOwnLead(page, 9)
  await agentPanel(page).getByRole('button', { name: 'Hand to recruiter' }).click()
  await page.getByRole('dialog', { name: 'Hand to recruiter?' }).getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText(`${handed} has been reassigned to our recruiter.`)).toBeVisible()
  await page.waitForURL(/\/leads(_v2)?$/)

  const bogus = await openOwnLead(page, 10)
  const address = page.url()
  await agentPanel(page).getByRole('button', { name: 'Flag as bogus' }).click()
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Flagged as bogus.')
  await page.waitForURL(/\/leads(_v2)?$/)
  await admin.reload()
  await admin.getByRole('button', { name: `Not bogus: ${bogus}` }).click()
  await expect(admin.getByText('No bogus leads.')).toBeVisible()
  await page.goto(address)
  await expect(agentPanel(page).getByRole('button', { name: 'Transfer' })).toBeVisible()
  await admin.context().close()
})

test('the popover opens and closes by keyboard, says when nothing is pending, and axe finds nothing serious', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'Administrator')
  await entry(page).focus()
  await page.keyboard.press('Enter')
  await expect(received(page)).toContainText('No Transfer Leads Pending')
  await expect(sent(page)).toContainText('No Sent Leads Pending')
  await page.keyboard.press('Escape')
  await expect(popover(page)).toHaveCount(0)
  await expect(entry(page)).toBeFocused()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, 'Second agent')
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('/leads_v2')
    await page.getByRole('main').waitFor()
    if (viewport.width < 900) await page.getByRole('button', { name: /menu/i }).first().click()
    await openPopover(page)
    await received(page).getByRole('listitem').first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)).toEqual([])
    }
  }
})

test('a team lead sees who needs help, sends the leads that wait to somebody with room, and takes it back', async ({
  page,
}) => {
  await signIn(page, 'Team lead', '/teams')
  const panel = page.getByRole('complementary')
  const selected = panel.getByRole('button', { name: /^\d+ selected$/ })
  const count = Number.parseInt((await selected.textContent()) ?? '', 10)
  const name = panel.getByRole('heading', { level: 2 }).first()
  const first = (await name.textContent()) ?? ''
  await page.keyboard.press('j')
  await expect(name).not.toHaveText(first)
  await page.keyboard.press('k')
  await expect(name).toHaveText(first)
  await panel.getByRole('checkbox', { disabled: false }).first().uncheck()
  await expect(selected).toHaveText(`${count - 1} selected`)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/leads? sent to /)).toBeVisible()
  await expect(panel.getByText(/On its way to/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(selected).toHaveText(`${count} selected`)
})
