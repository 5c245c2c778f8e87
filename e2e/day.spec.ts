import type { Page } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
import { expect, testWithHomes as test } from './product.ts'
import { chooseTime, signIn } from './support.ts'

const home = '1208 - 38 Stadium Rd, Toronto'

test.describe("an agent's day", () => {
  test.describe.configure({ timeout: 240_000 })
  let url: string
  test.beforeAll(({ product }) => {
    url = product.url
  })

  test.use({ serviceWorkers: 'allow' })
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  /** A client who waits to be called since yesterday's open house; answers the lead's address. */
  const addClientToCall = async (): Promise<string> => {
    const token = await tokenOf(url, 'agent@keyturn.test')
    const names = { first_name: 'Dana', last_name: 'Whitlock' }
    const lead = await ask(url, 'lead', { ...names, email: 'dana.whitlock@people.test' }, token)
    const call = { task_type: 'phone_call', subject: 'Call Dana about the open house', scheduled_at: null }
    await ask(url, `lead/${lead.id}/tasks`, call, token)
    return `${url}/leads/Dana_Whitlock_${lead.id}`
  }

  test('goes from the morning tasks over a call, a note, a showing and an alert to a timeline that tells all of it', async ({
    page,
    browser,
  }) => {
    const address = await addClientToCall()
    const office = await (await browser.newContext()).newPage()
    await signIn(office, 'Administrator')

    await test.step('begins on the tasks of today', async () => {
      await signIn(page, 'Agent')
      await page.waitForURL(/\/tasks/)
      await expect(page.getByRole('tab', { name: /Today/ })).toHaveAttribute('aria-selected', 'true')
    })

    const task = page.locator('li[id^="task-"]').filter({ hasText: 'Call Dana about the open house' })
    await test.step('logs a call by hand, which does the task', async () => {
      await task.getByText('Call Dana about the open house').click()
      await page.keyboard.press('l')
      const log = page.getByRole('dialog', { name: /Log call/ })
      await expect(log.getByRole('button', { name: 'Save call' })).toBeDisabled()
      await log.getByRole('button', { name: 'Connected' }).click()
      await log.getByLabel('What did you talk about?').fill('Loved the view. Wants to see it again with her sister.')
      await expect(log.getByRole('checkbox', { name: /^Complete “Call Dana/ })).toBeChecked()
      await log.getByRole('button', { name: 'Save call' }).click()
      await expect(page.getByText('Call log has been created.')).toBeVisible()
      await expect(task.getByRole('checkbox')).toHaveAttribute('aria-checked', 'true')
    })

    await test.step('leaves a note that the office is told of', async () => {
      await task.getByRole('link', { name: 'Dana Whitlock' }).click()
      await page.waitForURL(address)
      const profile = await office.getByRole('button', { name: /^Profile of/ }).getAttribute('aria-label')
      const colleague = profile?.replace('Profile of ', '') ?? ''
      const note = page.getByRole('form', { name: 'Add a note' }).getByRole('textbox', { name: 'Note' })
      await note.pressSequentially(`Pre-approved, letter follows. @${colleague.split(' ')[0]}`)
      await page.getByRole('listbox', { name: 'Colleagues' }).getByRole('option', { name: colleague }).click()
      await page.keyboard.press('Control+Enter')
      await expect(panel(page, 'Notes').getByText(`@${colleague}`)).toBeVisible()
      await expect(office.getByText(/mentioned you on Dana Whitlock/)).toBeVisible()
    })

    await test.step('books a showing, and the client is told', async () => {
      await panel(page, 'Showings').getByRole('button', { name: 'Book a showing' }).click()
      const form = page.getByRole('dialog', { name: 'Book a showing' })
      await form.getByLabel('Address').fill(home)
      await chooseTime(form)
      await form.getByLabel('Lockbox').fill('Left of the door')
      await form.getByRole('button', { name: 'Book and e-mail Dana' }).click()
      await expect(panel(page, 'Showings').getByRole('listitem').filter({ hasText: home })).toContainText('Requested')
      await expect(page.getByText('Dana was notified by e-mail')).toBeVisible()
    })

    await test.step('records the consent, makes an alert and sends it', async () => {
      await panel(page, 'Consent').getByRole('button', { name: 'Record consent' }).click()
      const consent = page.getByRole('dialog', { name: 'Record consent' })
      await consent.getByLabel('Source').fill('Phone call')
      await consent.getByRole('button', { name: 'Record', exact: true }).click()
      await expect(page.getByText('Consent recorded.')).toBeVisible()
      await page.getByRole('button', { name: 'Add a listing alert' }).click()
      const editor = page.getByRole('dialog', { name: 'Add a listing alert' })
      await editor.getByLabel('Name').fill('With a view')
      await expect(editor.getByRole('status')).toHaveText(/^[\d,]+ homes match now$/)
      await editor.getByRole('button', { name: 'Create alert' }).click()
      await page.getByRole('button', { name: 'Actions for “With a view”' }).click()
      await page.getByRole('menuitem', { name: 'Send now' }).click()
      const alert = panel(page, 'Listing alerts').getByRole('listitem').filter({ hasText: 'With a view' })
      await expect(alert).toContainText(/sent /)
    })

    await test.step('reads in the outbox what Dana got', async () => {
      const outbox = await page.context().newPage()
      await outbox.goto('/outbox')
      await outbox.getByRole('textbox', { name: /Search/ }).fill('dana.whitlock')
      await expect(outbox.getByRole('button', { name: /Showing: / })).toBeVisible()
      await outbox.getByRole('button', { name: /homes for “With a view”/ }).click()
      const message = outbox.frameLocator('iframe')
      await expect(message.getByRole('link', { name: 'See this home' }).first()).toBeVisible()
      await expect(message.getByRole('link', { name: 'Unsubscribe' })).toBeVisible()
    })

    await test.step('finds the whole day on the timeline, after a reload and in the other window', async () => {
      await page.reload()
      await office.goto(address)
      for (const reader of [page, office]) {
        const timeline = panel(reader, 'Timeline')
        await expect(timeline.getByText('Loved the view. Wants to see it again with her sister.')).toBeVisible()
        await expect(timeline.getByText('Call Dana about the open house')).toBeVisible()
        await expect(timeline.getByText('Pre-approved, letter follows.')).toBeVisible()
        await expect(timeline.getByText(home).first()).toBeVisible()
        await expect(timeline.getByText('Listing Alert Sent').first()).toBeVisible()
      }
    })
    await office.context().close()
  })
})
