import type { Page } from '@playwright/test'
import { readProductConfig } from '../src/app/config.ts'
import { linkToken } from '../src/features/outbound/server/commands/links.ts'
import { showingToken } from '../src/features/showings/server/commands/links.ts'
import type { Screen } from './screen.ts'
import { dayIn } from './support.ts'

const config = readProductConfig(process.env)

/** Asks the server as an administrator of the demo, beside the page. */
export const askAsOffice = (page: Page, path: string): Promise<unknown> => ask(page, path, {}, 'admin@keyturn.test')

/** Asks the server as the demo's agent, or as somebody else, beside the page. */
export async function ask<Answer>(
  page: Page,
  path: string,
  body?: object,
  email = 'agent@keyturn.test',
): Promise<Answer> {
  const account = { email, password: 'keyturn-demo' }
  const signedIn = await (await page.request.post('/crm/login/manual', { data: account })).json()
  const headers = { authorization: `Bearer ${signedIn.data.user.token}` }
  const response = body
    ? await page.request.post(`/crm/${path}`, { headers, data: body })
    : await page.request.get(`/crm/${path}`, { headers })
  return (await response.json()).data
}

const tasks = (page: Page) => page.locator('li[id^="task-"]').first().waitFor()

/** Opens the lead who made the offer that came in today: there is a task, a request and a story. */
async function openLead(page: Page): Promise<void> {
  const subject = 'Call about the offer on'
  // What came in late in the evening is overdue on the next day.
  const { data } = await ask<{ data: { subject: string }[] }>(page, 'task/overdue?perPage=50')
  if (data.some(task => task.subject.startsWith(subject))) await page.goto('/tasks?tab=overdue')
  const row = page.locator('li[id^="task-"]').filter({ hasText: subject }).first()
  await page.goto((await row.getByRole('link').first().getAttribute('href')) ?? '')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

const leadIdOf = (page: Page): string => /_(\d+)$/.exec(new URL(page.url()).pathname)?.[1] ?? ''

async function bookShowing(page: Page): Promise<{ id: number }> {
  const { data } = await ask<{ data: { lead_id: number }[] }>(page, 'task/today?with_completed=1')
  return ask(page, `lead/${data[0]?.lead_id}/showings`, {
    address_formatted: '1208 - 38 Stadium Rd',
    date: dayIn(1),
    time_start: '14:00:00',
    lockbox_description: 'Code 4711',
  })
}

async function addAlert(page: Page): Promise<void> {
  const fields = { name: 'King West two-bedrooms', alert_frequency: 2, offer: 'sale', beds: 2 }
  await ask(page, `user/${leadIdOf(page)}/alerts/listing`, fields)
  await page.reload()
}

/** A part of the lead that has a tab of its own on a phone. */
const part = (name: string): Screen => ({
  name: `lead-part-${name.toLowerCase()}`,
  path: '/tasks',
  as: 'Agent',
  only: 'phone',
  action: async page => {
    await openLead(page)
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
    await page.waitForURL(/part=/)
  },
})

/** Something pressed on that lead's page. */
const onLead = (name: string, press: (page: Page) => Promise<unknown>): Screen => ({
  name,
  path: '/tasks',
  as: 'Agent',
  only: 'wide',
  action: async page => {
    await openLead(page)
    await press(page)
  },
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Chooses a part of the modal that a key opened. */
const modalOfTask = (name: string, key: string, segment: string): Screen => ({
  name,
  path: '/tasks',
  as: 'Agent',
  differsOnPhone: true,
  action: async page => {
    await tasks(page)
    await page.keyboard.press(key)
    await page.getByRole('dialog').getByText(segment, { exact: true }).first().click()
  },
})

const ofLead: readonly Screen[] = [
  onLead('lead-requests', page => page.getByRole('region', { name: 'Requests' }).scrollIntoViewIfNeeded()),
  onLead('lead-alert-map', async page => {
    await button(page, 'Add a listing alert').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Near work')
    await page
      .getByRole('dialog')
      .getByText(/homes? match/)
      .waitFor()
  }),
  onLead('lead-alert-preview', async page => {
    await addAlert(page)
    await button(page, 'Actions for “King West two-bedrooms”').click()
    await page.getByRole('menuitem', { name: 'Preview' }).click()
    // The checker cannot look into the e-mail itself, whose frame runs no scripts.
    await page.getByRole('dialog').getByRole('tab', { name: 'Plain text' }).click()
  }),
  onLead('lead-consent-history', async page => {
    const given = { channel: 'email', kind: 'express', source: 'Phone call' }
    await ask(page, `lead/${leadIdOf(page)}/consent`, given)
    await button(page, /^History \(/).click()
    await page.getByRole('list', { name: 'History of consent' }).scrollIntoViewIfNeeded()
  }),
  onLead('lead-timeline-search', async page => {
    await button(page, 'Search the timeline').click()
    await page.getByRole('searchbox', { name: 'Search the timeline' }).fill('offer')
    await page.waitForURL(/find=offer/)
  }),
  onLead('lead-printed', page => page.emulateMedia({ media: 'print' })),
  ...['Profile', 'Tasks', 'Showings', 'Alerts', 'More'].map(part),
]

const calendar = (name: string, from: number, to: number, isPhoneToo = false): Screen => ({
  name: `calendar-${name}`,
  path: `/tasks?tab=calendar&from=${dayIn(from)}&to=${dayIn(to)}`,
  as: 'Agent',
  differsOnPhone: isPhoneToo,
  action: async page => {
    await bookShowing(page)
    await page.reload()
    await page.getByRole('img', { name: 'Showing' }).first().waitFor()
  },
})

const ofTasks: readonly Screen[] = [
  {
    name: 'tasks-chosen',
    path: '/tasks',
    as: 'Agent',
    action: async page => {
      await tasks(page)
      await page.keyboard.press('x')
      await page.getByRole('toolbar', { name: 'Selected tasks' }).waitFor()
    },
    differsOnPhone: true,
  },
  {
    name: 'tasks-status',
    path: '/tasks',
    as: 'Agent',
    only: 'wide',
    action: async page => {
      await tasks(page)
      await page.keyboard.press('s')
      await page.getByRole('menu').waitFor()
    },
  },
  calendar('month', -20, 14),
  calendar('week', -1, 5, true),
  calendar('day', 1, 1, true),
  modalOfTask('note-and-task', 'n', 'Note and task'),
  modalOfTask('task-only', 't', 'Task only'),
  {
    name: 'milestone',
    path: '/tasks',
    as: 'Agent',
    only: 'wide',
    action: async page => {
      await page.locator('li[id^="task-"]').filter({ hasText: 'No contact for 21 days' }).getByRole('time').click()
      await page.keyboard.press('l')
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** What leads see: nobody is signed in. */
export const visitorScreens: readonly Screen[] = [
  {
    name: 'preferences',
    path: `/preferences/${linkToken(config, { lead_id: 1, listing_id: null }, new Date())}`,
    as: null,
  },
  {
    name: 'visit',
    path: '/privacy',
    as: null,
    differsOnPhone: true,
    action: async page => {
      const { id } = await bookShowing(page)
      await page.goto(`/visits/${showingToken(config, id, new Date())}`)
      await page.getByText('Does this time work for you?').waitFor()
    },
  },
  ...(['Request a showing', 'Make an offer', 'Thinking of selling?'] as const).map(
    (name): Screen => ({
      name: `home-${name.toLowerCase().replaceAll(/\W+/g, '-').replace(/-$/, '')}`,
      path: '/privacy',
      as: null,
      differsOnPhone: name === 'Request a showing',
      action: async page => {
        const { data } = await ask<{ data: { id: number }[] }>(page, 'showings/homes?search=king')
        await page.goto(`/homes/${linkToken(config, { lead_id: 1, listing_id: data[0]?.id ?? 1 }, new Date())}`)
        await page.getByRole('button', { name }).click()
        await page.getByRole('form').waitFor()
      },
    }),
  ),
]

/** An agent's day: the page of a lead, tasks, homes, and what waits for the network. */
export const workingDayScreens: readonly Screen[] = [
  ...ofLead,
  ...ofTasks,
  {
    name: 'listing',
    path: '/privacy',
    as: 'Agent',
    differsOnPhone: true,
    action: async page => {
      const { data } = await ask<{ data: { mls_number: string }[] }>(page, 'showings/homes?search=king')
      await page.goto(`/listings/${data[0]?.mls_number}`)
      await page.getByRole('region', { name: 'Photos' }).waitFor()
    },
  },
  {
    name: 'offline-waiting',
    path: '/tasks',
    as: 'Agent',
    differsOnPhone: true,
    action: async page => {
      // A page fetches more than a browser counts by itself.
      await page.addInitScript(() => performance.setResourceTimingBufferSize(5_000))
      await openLead(page)
      await page.reload()
      await page.getByRole('region', { name: 'Timeline' }).waitFor()
      // No service worker is there to keep what is fetched when it is needed: it must be there before.
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('OfflineQueueList')),
      )
      await page.context().setOffline(true)
      const note = page.getByRole('form', { name: 'Add a note' })
      await note.getByRole('textbox', { name: 'Note' }).fill('Wants a den, not a second bedroom.')
      await button(page, /^Save note/).click()
      await page.getByRole('status').filter({ hasText: 'saved on this device' }).getByRole('button').click()
      await page.getByRole('dialog', { name: 'Not sent yet' }).getByText('Wants a den').first().waitFor()
    },
  },
]
