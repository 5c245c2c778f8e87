import type { Page } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

const steps = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('button')

test.describe('campaigns', () => {
  test('are begun from a model, changed by keyboard, and switched on', async ({ page }) => {
    await signIn(page, 'Agent', '/campaigns')
    await expect(page.getByRole('link', { name: 'Waterfront buyers, 6 weeks' })).toBeVisible()
    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('After an open house')
    await form.getByRole('button', { name: 'Create draft' }).click()
    await page.waitForURL(/\/campaigns\/\d+/)
    await expect(page.getByRole('button', { name: 'Switch on' })).toBeDisabled()

    await page.getByRole('button', { name: 'Add a step' }).click()
    const name = page.getByLabel('Name')
    await expect(name).toHaveValue('Step 1')
    await expect(page.getByText('The first step has no delay')).toBeVisible()
    await name.fill('Ask what they thought')
    await page.keyboard.press('Control+s')
    await expect(steps(page).first()).toContainText('Ask what they thought')
    await page.getByRole('button', { name: 'Add a step' }).click()
    await expect(steps(page).nth(1)).toContainText('1 day later')
    await page.getByRole('button', { name: 'Move up' }).click()
    await expect(steps(page).nth(1)).toContainText('Ask what they thought')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await expect(page.getByText('“After an open house” is on.')).toBeVisible()
  })

  test('try a second wording, written by keyboard, and say what came of both', async ({ page, product }) => {
    const token = await tokenOf(product.url, 'agent@keyturn.test')
    const hello = { step_type: 'auto_email', name: 'Hello', subject: 'Homes by the lake', content: '<p>Four homes</p>' }
    const fields = { name: 'Two ways to say it', stop_after_connection: true, steps: [hello] }
    const { id } = await ask(product.url, 'campaigns', fields, token)
    await signIn(page, 'Agent', `/campaigns/${id}`)
    await page.getByRole('button', { name: 'Try a second wording' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'B Second wording' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused()
    const subject = page.getByRole('textbox', { name: 'Subject of B' })
    await expect(subject).toHaveText('Homes by the lake')
    await page.keyboard.press('Tab')
    await expect(subject).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('What $1.2M buys')
    await page.keyboard.press('Control+s')
    await expect(steps(page).first()).toContainText('two wordings')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('B', { exact: true }).click()
    await expect(preview.getByText('What $1.2M buys')).toBeVisible()
    await page.getByText('Statistics', { exact: true }).click()
    const comparison = page.getByRole('region', { name: 'Step 1, two wordings' })
    await expect(comparison.getByText('Nobody has got either wording yet.')).toBeVisible()
    await expect(comparison.getByText('What $1.2M buys')).toBeVisible()
  })

  test('show what somebody else makes of a step, and replace it only when that is said', async ({ page, product }) => {
    const token = await tokenOf(product.url, 'agent@keyturn.test')
    const first = { step_type: 'phone_call', name: 'Ring them' }
    const { id, steps: made } = await ask(product.url, 'campaigns', { name: 'Of two people', steps: [first] }, token)
    const step = `campaigns/${id}/steps/${(made as { id: number }[])[0]?.id}`
    await signIn(page, 'Agent', `/campaigns/${id}`)
    const name = page.getByLabel('Name')
    await ask(product.url, step, { name: 'Ring them twice' }, token)
    await expect(name).toHaveValue('Ring them twice')
    await name.fill('Ring them on Monday')
    await ask(product.url, step, { name: 'Ring them never' }, token)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Someone else changed this step. Your text is still here')).toBeVisible()
    await expect(name).toHaveValue('Ring them on Monday')
    await expect(steps(page).first()).toContainText('Ring them never')
    await page.keyboard.press('Control+s')
    await expect(steps(page).first()).toContainText('Ring them on Monday')
  })

  test('start on a lead, show what comes, and are gone at once when stopped', async ({ page, product }) => {
    // A lead of its own: some of the demo have withdrawn their consent, and campaigns do not start on them.
    const token = await tokenOf(product.url, 'agent@keyturn.test')
    const person = { first_name: 'Odile', last_name: 'Marchetti', roles: ['buyer_lead'] }
    const { id } = await ask(product.url, 'lead', person, token)
    await signIn(page, 'Agent', `/leads/Odile_Marchetti_${id}`)
    const panel = page.getByRole('region', { name: 'Campaigns' })
    await panel.getByRole('button', { name: 'Start a campaign' }).click()
    await page.getByRole('menuitem', { name: 'Pre-construction, before the launch' }).click()
    await expect(page.getByText(/^“.*” started\.$/)).toBeVisible()
    const actions = panel.getByRole('button', { name: 'Actions for “Pre-construction, before the launch”' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'What happens when' }).click()
    const plan = page.getByRole('dialog', { name: 'Pre-construction, before the launch', exact: true })
    await expect(plan.getByText(/What will happen to/)).toBeVisible()
    await plan.getByRole('button', { name: 'Pause until...' }).click()
    const pause = page.getByRole('dialog', { name: /^Pause “/ })
    await pause.getByLabel('Until').fill('in 2 weeks')
    await page.keyboard.press('Enter')
    await pause.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(plan.getByText(/^Paused until /)).toBeVisible()
    await plan.getByRole('button', { name: 'Resume' }).click()
    await expect(plan.getByText(/^Next: /)).toBeVisible()
    await page.keyboard.press('Escape')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Stop' }).click()
    await expect(actions).toHaveCount(0)
    // Gone before the server has answered: the Undo of the start is still the last until then.
    await expect(page.getByText(/^“.*” stopped\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(actions).toHaveCount(1)
  })
})

test.describe('a campaign', () => {
  test('takes leads in as they match a saved view, once somebody has seen what that does', async ({
    page,
    product,
  }) => {
    const token = await tokenOf(product.url, 'agent@keyturn.test')
    const make = (path: string, body: object) => ask(product.url, path, body, token)
    await make('lead', { first_name: 'Ottilie', last_name: 'Viewmatch' })
    const view = { name: 'People called Viewmatch', list: 'leads', filters: { search: 'viewmatch' } }
    await make('views', view)
    const steps = [{ step_type: 'phone_call', name: 'First call' }]
    const { id } = await make('campaigns', { name: 'For a view', steps })
    await signIn(page, 'Agent', `/campaigns/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Take leads in from a view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'View' }).click()
    await page.getByRole('option', { name: view.name }).click()
    await expect(dialog.getByText('1 match now, 1 of them never were in this campaign.')).toBeVisible()
    await dialog.getByRole('radio', { name: /^Come in as well/ }).check()
    await dialog.getByRole('button', { name: 'Take in 1 and whoever follows' }).click()
    const band = page.getByRole('region', { name: 'View', exact: true })
    await expect(band.getByText(`Takes in whoever comes to match “${view.name}”`)).toBeVisible()
    await expect(band.getByText('1 taken in')).toBeVisible()
    await band.getByRole('button', { name: 'End' }).click()
    await expect(band).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(band).toBeVisible()
    await page.goto('/campaigns')
    await expect(page.getByRole('row', { name: /For a view/ }).getByText('From a view')).toBeVisible()
  })
})

test.describe('a marketing e-mail', () => {
  test('says who gets it, is scheduled where each lead is, listed as one-off, and cancelled', async ({ page }) => {
    await signIn(page, 'Agent', '/leads')
    await page.getByRole('checkbox', { name: 'Select all loaded leads' }).click()
    await page.getByRole('button', { name: 'Marketing e-mail' }).click()
    const dialog = page.getByRole('dialog', { name: /Marketing e-mail to / })
    await expect(dialog.getByText(/ of .+ get it, .+ left out$/)).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Left out' }).getByRole('listitem').first()).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Subject' }).click()
    await page.keyboard.type('Winter market notes')
    await dialog.getByRole('textbox', { name: 'Message' }).click()
    await page.keyboard.type('Three numbers worth knowing.')
    await expect(dialog.getByRole('heading', { name: /reads it/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'On a day, their time' }).click()
    await dialog.getByLabel('Day', { exact: true }).fill('in 2 weeks')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: /^Schedule to \d/ }).click()
    await expect(page.getByRole('heading', { name: /Winter market notes/ })).toBeVisible()
    await expect(page.getByText(/Going out, .+ at 9:00 AM, their time/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel sending' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'CONFIRM' }).click()
    await expect(page.getByText(/^Cancelled · /)).toBeVisible()
    await page.goto('/campaigns')
    await expect(
      page.getByRole('row', { name: /Winter market notes/ }).getByText('One-off', { exact: true }),
    ).toBeVisible()
  })
})
