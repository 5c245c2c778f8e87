import type { Page } from '@playwright/test'
import { businessScreens } from './businessScreens.ts'
import { openHouseScreens } from './openHouseScreens.ts'
import type { Screen } from './screen.ts'
import { askAsOffice, visitorScreens, workingDayScreens } from './working-day.ts'

const firstRow = (page: Page) => page.locator('[data-row]').first().waitFor()

async function openLead(page: Page): Promise<void> {
  await page.locator('[data-row] a[data-lead]').first().click()
  await page.waitForURL(/\/leads\/.+_\d+/)
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
}

/** Calls the lead whose page is open, at whatever hour, until the other one has answered. */
async function callLead(page: Page): Promise<void> {
  await openLead(page)
  await page.locator('html[data-can-call]').waitFor()
  // On a phone the bar below calls, and what a desk shows for it is there but not shown.
  await page.locator('[data-act="call"]').filter({ visible: true }).first().click()
  const bar = page.getByRole('region', { name: 'Call', exact: true })
  const question = page.getByRole('button', { name: 'CONFIRM' })
  await bar.or(question).first().waitFor()
  if (await question.isVisible()) await question.click()
  await bar.getByText(/^connected|^Error/).waitFor()
}

async function chooseTwo(page: Page): Promise<void> {
  await firstRow(page)
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selected').waitFor()
}

/** Presses a button of the bulk bar with two rows chosen. */
const inBulkBar = (name: string) => async (page: Page) => {
  await chooseTwo(page)
  await page.getByRole('toolbar', { name: 'Selected leads' }).getByRole('button', { name, exact: true }).click()
}

/** Presses a button of a lead's page. */
const onLead = (name: string) => async (page: Page) => {
  await openLead(page)
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Presses a key with the cursor on the first row. */
const withKey = (key: string) => async (page: Page) => {
  await firstRow(page)
  await page.keyboard.press('j')
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

/** Presses a button of the leads list. */
const onList = (name: string | RegExp, role: 'dialog' | 'menu' | null) => async (page: Page) => {
  await firstRow(page)
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
  if (role) await page.getByRole(role).last().waitFor()
}

/** A screen while nothing goes out to people, so that it says so. */
const whilePaused = (action: (page: Page) => Promise<void>): Pick<Screen, 'action' | 'after'> => ({
  async action(page) {
    await askAsOffice(page, 'admin/sending/pause')
    await action(page)
  },
  after: page => askAsOffice(page, 'admin/sending/resume'),
})

const conversations = (page: Page) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').first().waitFor()

async function openConversation(page: Page): Promise<void> {
  await conversations(page)
  const threads = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem')
  await threads.filter({ hasNotText: 'New lead' }).first().getByRole('button').click()
  await page.getByRole('log', { name: 'Messages' }).getByRole('listitem').first().waitFor()
}

async function openStranger(page: Page): Promise<void> {
  await conversations(page)
  await page.getByRole('listitem').filter({ hasText: 'New lead' }).getByRole('button').click()
  await page.getByRole('log', { name: 'Messages' }).getByRole('listitem').first().waitFor()
}

const blockedNumbers = (page: Page) =>
  page.getByRole('region', { name: 'By you' }).getByRole('listitem').first().waitFor()

const task = (page: Page) => page.locator('li[id^="task-"]').first().waitFor()

async function compareDuplicates(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Compare / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
}

async function openTransfers(page: Page): Promise<void> {
  await firstRow(page)
  await page
    .getByRole('button', { name: /^Lead Transfers/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Lead Transfers' }).getByRole('listitem').first().waitFor()
}

async function openSavedView(page: Page): Promise<void> {
  await firstRow(page)
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await page
    .getByRole('button', { name: /^Options of / })
    .first()
    .click()
  await page.getByRole('menu').waitFor()
}

async function saveColumns(page: Page): Promise<void> {
  await firstRow(page)
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('checkbox', { name: 'Include current columns' }).check()
}

/** The sheet of paper, without the dialog of the browser. */
async function print(page: Page): Promise<void> {
  await firstRow(page)
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.getByRole('button', { name: 'Print the list' }).click()
  await page.locator('[aria-label="Printed list"] tbody tr').first().waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
}

async function loseNetwork(page: Page): Promise<void> {
  await openLead(page)
  await page.context().setOffline(true)
  await page.getByText(/You are offline/).waitFor()
}

const access: readonly Screen[] = [
  { name: 'signin', path: '/login', as: null, inEveryBrand: true, differsOnPhone: true },
  { name: 'privacy', path: '/privacy', as: null },
  { name: 'not-found', path: '/nonsense', as: 'Agent' },
  { name: 'not-allowed', path: '/admin', as: 'Agent' },
  { name: 'sign-ins', path: '/sign-ins', as: 'Agent' },
  { name: 'connections', path: '/connections', as: 'Agent', differsOnPhone: true },
  { name: 'mobile-apps', path: '/mobile', as: 'Agent' },
  {
    name: 'palette',
    path: '/leads',
    as: 'Administrator',
    action: page => page.keyboard.press('Control+k'),
    differsOnPhone: true,
  },
  { name: 'keys', path: '/leads', as: 'Administrator', action: page => page.keyboard.press('?'), only: 'wide' },
  { name: 'offline', path: '/leads_v2', as: 'Agent', action: loseNetwork, differsOnPhone: true },
  {
    name: 'drawer',
    path: '/leads',
    as: 'Administrator',
    action: page => page.getByRole('navigation').first().hover(),
    only: 'wide',
  },
]

const lists: readonly Screen[] = [
  { name: 'leads', path: '/leads', as: 'Administrator', action: firstRow, inEveryBrand: true, differsOnPhone: true },
  { name: 'leads-own', path: '/leads_v2', as: 'Agent', action: firstRow },
  { name: 'leads-sent-to-one', path: '/leads_v2', as: 'Team lead', action: firstRow, differsOnPhone: true },
  { name: 'leads-empty', path: '/leads?q=nobodyatall', as: 'Administrator' },
  {
    name: 'leads-filter',
    path: '/leads?status=3',
    as: 'Administrator',
    action: onList('Filter', 'menu'),
    only: 'wide',
  },
  {
    name: 'leads-filters',
    path: '/leads?status=3',
    as: 'Administrator',
    action: onList('1 filter', 'dialog'),
    only: 'phone',
  },
  { name: 'leads-columns', path: '/leads', as: 'Administrator', action: onList('Columns', 'menu'), only: 'wide' },
  { name: 'leads-selected', path: '/leads', as: 'Administrator', action: chooseTwo, only: 'wide' },
  { name: 'leads-status', path: '/leads', as: 'Administrator', action: inBulkBar('Status'), only: 'wide' },
  { name: 'leads-tags', path: '/leads', as: 'Administrator', action: inBulkBar('Tags'), only: 'wide' },
  { name: 'leads-reassign', path: '/leads', as: 'Administrator', action: inBulkBar('Reassign'), only: 'wide' },
  { name: 'leads-view-columns', path: '/leads?status=6', as: 'Administrator', action: saveColumns, only: 'wide' },
  { name: 'leads-view', path: '/leads?status=3', as: 'Administrator', action: openSavedView, only: 'wide' },
  { name: 'leads-export', path: '/leads', as: 'Administrator', action: onList('Export', 'dialog'), only: 'wide' },
  { name: 'leads-printed', path: '/leads?status=3', as: 'Administrator', action: print, only: 'wide' },
  { name: 'add-lead', path: '/leads', as: 'Administrator', action: onList('Add lead', 'dialog'), differsOnPhone: true },
  { name: 'transfers', path: '/leads_v2', as: 'Second agent', action: openTransfers, only: 'wide' },
  { name: 'duplicates', path: '/duplicates', as: 'Agent' },
  {
    name: 'duplicates-compare',
    path: '/duplicates',
    as: 'Administrator',
    action: compareDuplicates,
    differsOnPhone: true,
  },
]

const lead: readonly Screen[] = [
  { name: 'lead', path: '/leads', as: 'Administrator', action: openLead, inEveryBrand: true },
  { name: 'lead-of-agent', path: '/leads_v2', as: 'Agent', action: openLead, differsOnPhone: true },
  {
    name: 'lead-edit',
    path: '/leads_v2',
    as: 'Agent',
    action: async page => {
      await openLead(page)
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
    },
    only: 'wide',
  },
  { name: 'lead-call', path: '/leads_v2', as: 'Agent', action: callLead, differsOnPhone: true },
  { name: 'lead-showing', path: '/leads_v2', as: 'Agent', action: onLead('Book a showing'), only: 'wide' },
  {
    name: 'lead-showing-paused',
    path: '/leads_v2',
    as: 'Agent',
    ...whilePaused(async page => {
      await onLead('Book a showing')(page)
      await page
        .getByRole('dialog')
        .getByText(/Sending is paused/)
        .waitFor()
    }),
    only: 'wide',
  },
  {
    name: 'lead-recall-links',
    path: '/leads_v2',
    as: 'Agent',
    action: async page => {
      await openLead(page)
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Recall links in e-mails' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'lead-email',
    path: '/leads_v2',
    as: 'Agent',
    action: async page => {
      await onLead('Send e-mail')(page)
      await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).waitFor()
    },
    differsOnPhone: true,
  },
  { name: 'lead-listing-alert', path: '/leads_v2', as: 'Agent', action: onLead('Add a listing alert'), only: 'wide' },
  { name: 'lead-building-alert', path: '/leads_v2', as: 'Agent', action: onLead('Add a building alert'), only: 'wide' },
  { name: 'note', path: '/leads_v2', as: 'Agent', action: withKey('n'), only: 'wide' },
  { name: 'task', path: '/leads_v2', as: 'Agent', action: withKey('t'), only: 'wide' },
]

const work: readonly Screen[] = [
  { name: 'inbox', path: '/messages/inbox', as: 'Agent', action: conversations, differsOnPhone: true },
  { name: 'conversation', path: '/messages/inbox', as: 'Agent', action: openConversation, differsOnPhone: true },
  { name: 'unknown-number', path: '/messages/inbox', as: 'Agent', action: openStranger },
  { name: 'blocked-numbers', path: '/messages/blocked', as: 'Agent', action: blockedNumbers, differsOnPhone: true },
  { name: 'tasks', path: '/tasks', as: 'Agent', action: task, inEveryBrand: true, differsOnPhone: true },
  { name: 'tasks-overdue', path: '/tasks?tab=overdue', as: 'Agent', action: task },
  { name: 'tasks-future', path: '/tasks?tab=future', as: 'Agent', action: task },
  {
    name: 'tasks-range',
    path: '/tasks',
    as: 'Agent',
    action: async page => {
      await task(page)
      await page.getByRole('button', { name: 'Pick range' }).click()
      await page.getByRole('button', { name: 'This week' }).waitFor()
    },
    differsOnPhone: true,
  },
  { name: 'tasks-of-team-lead', path: '/tasks', as: 'Team lead', action: task },
  { name: 'outbox', path: '/outbox', as: 'Administrator' },
]

/** Presses a button of the messages screen once a template is open. */
const onTemplates = (name: string) => async (page: Page) => {
  await template(page)
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Content' }).waitFor()
}

async function template(page: Page): Promise<void> {
  await page.locator('li[data-template]').first().waitFor()
}

async function openTemplate(page: Page): Promise<void> {
  await page.getByRole('link', { name: /After a viewing request/ }).click()
  await page.getByRole('textbox', { name: 'Content' }).waitFor()
  await page.getByRole('complementary', { name: 'Previews' }).getByRole('article').last().waitFor()
}

async function offerPlaceholders(page: Page): Promise<void> {
  await openTemplate(page)
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type(' {{agent')
  await page.getByRole('listbox', { name: 'Placeholders' }).waitFor()
}

const messages: readonly Screen[] = [
  { name: 'templates', path: '/messages', as: 'Agent', action: template, differsOnPhone: true },
  { name: 'template', path: '/messages', as: 'Agent', action: openTemplate, inEveryBrand: true, differsOnPhone: true },
  { name: 'template-placeholders', path: '/messages', as: 'Agent', action: offerPlaceholders },
  { name: 'template-new-text', path: '/messages', as: 'Agent', action: onTemplates('Text template') },
  { name: 'template-new-email', path: '/messages', as: 'Agent', action: onTemplates('E-mail template') },
  { name: 'template-gone', path: '/messages/999999', as: 'Agent' },
]

const office: readonly Screen[] = [
  { name: 'imports', path: '/imports', as: 'Administrator' },
  { name: 'admin', path: '/admin', as: 'Super administrator', inEveryBrand: true },
  ...[
    'teams',
    'rights',
    'templates',
    'calls',
    'tags',
    'areas',
    'sites',
    'hand-overs',
    'listing-feed',
    'do-not-call',
    'features',
    'system',
    'privacy',
    'archive',
    'audit',
  ].map(
    (section): Screen => ({
      name: `admin-${section}`,
      path: `/admin?section=${section}`,
      as: 'Super administrator',
    }),
  ),
  {
    name: 'admin-system-paused',
    path: '/admin?section=system',
    as: 'Super administrator',
    ...whilePaused(page => page.getByText(/Sending has been paused since/).waitFor()),
    differsOnPhone: true,
  },
  { name: 'team', path: '/teams', as: 'Team lead' },
  { name: 'dev', path: '/dev', as: 'Administrator' },
]

/** Every screen of the product. */
export const screens: readonly Screen[] = [
  ...access,
  ...lists,
  ...lead,
  ...work,
  ...messages,
  ...workingDayScreens,
  ...visitorScreens,
  ...office,
  ...businessScreens,
  ...openHouseScreens,
]
