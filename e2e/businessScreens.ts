import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'

const pooledLead = (page: Page) =>
  page.getByRole('list', { name: 'Leads of the pool' }).locator('[data-row]').first().waitFor()
const happyHour = (page: Page) => page.getByRole('region', { name: 'Session' }).waitFor()
const opportunity = (page: Page) => page.locator('li[id^="opportunity-"]').first().waitFor()

/** How leads come in and go to agents, and what asks for a call. */
const flow: readonly Screen[] = [
  { name: 'claim', path: '/claim_leads', as: 'Agent', action: pooledLead, differsOnPhone: true },
  { name: 'happy-hour', path: '/happy_hour', as: 'Agent', action: happyHour, differsOnPhone: true },
  { name: 'happy-hour-settings', path: '/admin/happy-hour-settings', as: 'Administrator', only: 'wide' },
  {
    name: 'happy-hour-report',
    path: '/admin/happy-hour-report',
    as: 'Administrator',
    action: page => page.getByRole('table').waitFor(),
    only: 'wide',
  },
  { name: 'offers', path: '/offers', as: 'Agent' },
  {
    name: 'notifications',
    path: '/notifications',
    as: 'Agent',
    action: page => page.locator('[data-notification]').first().waitFor(),
    differsOnPhone: true,
  },
  { name: 'notifications-settings', path: '/notifications?settings=true', as: 'Agent', differsOnPhone: true },
  { name: 'distribution', path: '/distribution/__1', as: 'Administrator' },
  {
    name: 'working-hours',
    path: '/working-hours',
    as: 'Agent',
    action: page => page.getByRole('form', { name: 'Working hours' }).waitFor(),
    differsOnPhone: true,
  },
  {
    name: 'team-hours',
    path: '/admin/working-hours',
    as: 'Administrator',
    action: page => page.getByRole('list', { name: 'Agents' }).getByRole('button').first().click(),
    differsOnPhone: true,
  },
  {
    name: 'quota-rules',
    path: '/quota_rules',
    as: 'Administrator',
    action: page => page.getByRole('heading', { name: 'Rung 1' }).first().waitFor(),
    only: 'wide',
  },
  {
    name: 'agent-quotas',
    path: '/agent_quotas',
    as: 'Administrator',
    action: page => page.getByRole('heading', { name: 'History' }).waitFor(),
    only: 'wide',
  },
  { name: 'intake', path: '/intake', as: 'Administrator' },
  { name: 'intake-refused', path: '/intake?tab=refused', as: 'Administrator' },
  { name: 'opportunities', path: '/opportunities', as: 'Agent', action: opportunity, differsOnPhone: true },
  {
    name: 'opportunities-snooze',
    path: '/opportunities?tab=month&hidden=1',
    as: 'Agent',
    action: async page => {
      await opportunity(page)
      await page.keyboard.press('p')
      await page.getByRole('dialog', { name: /^Snooze/ }).waitFor()
    },
    differsOnPhone: true,
  },
]

/** Opens a campaign with its steps. */
async function openCampaign(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Waterfront buyers, 6 weeks' }).click()
  await page.getByRole('list', { name: 'Steps' }).waitFor()
}

const campaigns: readonly Screen[] = [
  { name: 'campaigns', path: '/campaigns', as: 'Agent', differsOnPhone: true },
  { name: 'campaign', path: '/campaigns', as: 'Agent', action: openCampaign, differsOnPhone: true },
  { name: 'campaign-statistics', path: '/campaigns/1?view=statistics', as: 'Agent' },
]

const automations: readonly Screen[] = [
  { name: 'automations', path: '/automations', as: 'Administrator', differsOnPhone: true },
  { name: 'automation-recipes', path: '/automations/new', as: 'Administrator' },
  {
    name: 'automation',
    path: '/automations/1',
    as: 'Administrator',
    action: page => page.locator('[data-step-kind]').first().waitFor(),
    differsOnPhone: true,
  },
  {
    name: 'automation-runs',
    path: '/automations/1?view=runs',
    as: 'Administrator',
    action: page => page.getByRole('list', { name: 'Runs' }).getByRole('button').first().waitFor(),
  },
]

async function openSubmission(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit deal' }).click()
  await page.getByRole('dialog', { name: 'Submit a deal' }).getByLabel('MLS number').waitFor()
}

async function openLoop(page: Page): Promise<void> {
  await openSubmission(page)
  await page.getByRole('button', { name: 'Import from loop' }).click()
  await page.getByRole('list', { name: 'Loops' }).getByRole('button').first().waitFor()
  await page.getByLabel('Search loops').press('ArrowDown')
  await page.getByRole('table').getByText('Accepted price').waitFor()
}

/** Opens the first document of the first deal, with one of its pages chosen. */
async function openDocument(page: Page): Promise<void> {
  await page.locator('tbody th a').first().click()
  await page
    .getByRole('region', { name: 'Documents' })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .first()
    .click()
  await page.getByRole('button', { name: 'Choose page 1', exact: true }).click()
  await page.getByRole('toolbar', { name: 'Chosen pages' }).waitFor()
}

async function openCommission(page: Page): Promise<void> {
  await page.locator('tbody th a').first().click()
  await page.getByRole('tab', { name: 'Commission' }).click()
  await page.getByRole('table').getByText('Paid out').waitFor()
}

async function openTrust(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Deals with money in trust' }).getByRole('link').first().click()
  await page.getByText('held in trust').waitFor()
}

async function openDeposit(page: Page): Promise<void> {
  await openTrust(page)
  await page.getByRole('button', { name: 'Money came in' }).click()
  await page.getByRole('dialog').getByLabel('Amount').waitFor()
}

async function openMonth(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Balanced/ }).click()
  await page.getByText('They agree to the cent').waitFor()
}

async function openPlanForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(New version|Set up a plan)$/ }).click()
  await page.getByRole('complementary', { name: 'Example' }).getByRole('status').waitFor()
}

const deals: readonly Screen[] = [
  { name: 'deals', path: '/deals', as: 'Agent', differsOnPhone: true },
  { name: 'deals-board', path: '/deals?view=board', as: 'Deals' },
  { name: 'deal-commission', path: '/deals?status=4', as: 'Deals', action: openCommission, differsOnPhone: true },
  { name: 'deal-document', path: '/deals?status=4', as: 'Agent', action: openDocument, differsOnPhone: true },
  {
    name: 'commission',
    path: '/commission',
    as: 'Agent',
    action: page => page.getByRole('heading', { name: 'Terms' }).waitFor(),
    differsOnPhone: true,
  },
  { name: 'commission-plan', path: '/commission', as: 'Deals', action: openPlanForm, differsOnPhone: true },
  { name: 'trust', path: '/trust', as: 'Deals', differsOnPhone: true },
  { name: 'trust-month', path: '/trust', as: 'Deals', action: openMonth, differsOnPhone: true },
  { name: 'deal-trust', path: '/trust', as: 'Deals', action: openTrust, differsOnPhone: true },
  { name: 'deal-trust-deposit', path: '/trust', as: 'Deals', action: openDeposit },
  { name: 'deal-submission', path: '/deals', as: 'Agent', action: openSubmission, differsOnPhone: true },
  { name: 'loop-import', path: '/deals', as: 'Agent', action: openLoop, only: 'wide' },
  { name: 'brokerage-listings', path: '/brokerage-listings', as: 'Agent', differsOnPhone: true },
  { name: 'brokerage-listing-new', path: '/brokerage-listings/new', as: 'Agent' },
]

const integrations: readonly Screen[] = [
  { name: 'failed-work', path: '/admin?section=failed-work', as: 'Administrator', differsOnPhone: true },
  {
    name: 'first-steps',
    path: '/admin?section=first-steps',
    as: 'Administrator',
    action: page => page.getByRole('list', { name: 'Steps' }).waitFor(),
    differsOnPhone: true,
  },
  {
    name: 'sender',
    path: '/admin?section=sender',
    as: 'Administrator',
    action: page => page.getByRole('list', { name: 'Records' }).waitFor(),
  },
  { name: 'integrations', path: '/admin?section=integrations', as: 'Super administrator', differsOnPhone: true },
  {
    name: 'integrations-delivery',
    path: '/admin?section=integrations&webhook=2',
    as: 'Super administrator',
    action: page => page.getByRole('region', { name: 'Deliveries' }).getByText('Nothing was sent yet').waitFor(),
    only: 'wide',
  },
]

const recordings: readonly Screen[] = [
  { name: 'session-recordings', path: '/admin?section=session-recordings', as: 'Administrator', differsOnPhone: true },
  { name: 'session-recording', path: '/session-recordings/1', as: 'Administrator', only: 'wide' },
]

const demo: readonly Screen[] = [{ name: 'simulate', path: '/simulate', as: 'Agent', differsOnPhone: true }]

/** The charts of a report are fetched after its table. */
const charted = (page: Page) => page.locator('.recharts-surface').first().waitFor()

const reports: readonly Screen[] = [
  { name: 'reports', path: '/reports?length=quarter', as: 'Administrator', action: charted, differsOnPhone: true },
  { name: 'reports-funnel', path: '/reports?report=funnel&length=quarter', as: 'Agent', differsOnPhone: true },
  {
    name: 'reports-open',
    path: '/reports?report=response-times&length=quarter&open=unanswered',
    as: 'Administrator',
    action: async page => {
      await charted(page)
      await page.getByRole('complementary', { name: 'Never' }).getByRole('listitem').first().waitFor()
    },
    differsOnPhone: true,
  },
]

const onTv: Screen = {
  name: 'leaderboard-tv',
  path: '/reports?length=year&tv=true',
  as: 'Administrator',
  action: page => page.getByRole('rowheader').first().waitFor(),
  only: 'wide',
}

const business: readonly Screen[] = [
  { name: 'business', path: '/business?length=quarter', as: 'Administrator', action: charted, differsOnPhone: true },
  {
    name: 'business-untouched',
    path: '/business?length=quarter&open=unanswered',
    as: 'Administrator',
    action: async page => {
      await charted(page)
      await page.getByRole('heading', { name: 'Waiting longest' }).waitFor()
    },
    differsOnPhone: true,
  },
]

/** The screens of the brokerage's business: leads in and out, follow-up, deals, reports, integrations, and what a demo adds. */
export const businessScreens: readonly Screen[] = [
  ...flow,
  ...campaigns,
  ...automations,
  ...deals,
  ...reports,
  onTv,
  ...business,
  ...integrations,
  ...recordings,
  ...demo,
]
