import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
import { expect, testWithHomes as test } from './product.ts'
import { chooseTime, dayIn, signIn } from './support.ts'

test.describe('a showing', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 })
  let url: string
  test.beforeAll(({ product }) => {
    url = product.url
  })

  const asked = (path: string, body: object | null, token: string) => ask(url, path, body, token)
  const signedIn = () => tokenOf(url, 'agent@keyturn.test')
  const emails = async (token: string, to: string): Promise<{ subject: string; plain: string }[]> => {
    const { data } = await asked(`outbox?search=${to}`, null, token)
    return Promise.all(data.map(({ id }: { id: number }) => asked(`outbox/${id}`, null, token)))
  }
  const hasNoViolations = async (page: Page) =>
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual(
      [],
    )

  test('is booked, told by e-mail, confirmed by the client, seen by the agent, and called off', async ({
    page,
    browser,
  }) => {
    const token = await signedIn()
    const email = 'amara.obi@people.test'
    const lead = await asked('lead', { first_name: 'Amara', last_name: 'Obi', email }, token)
    await signIn(page, 'Agent', `/leads/Amara_Obi_${lead.id}`)

    await page.getByRole('button', { name: 'Book a showing' }).click()
    const form = page.getByRole('dialog', { name: 'Book a showing' })
    await form.getByLabel('MLS number').fill('king')
    await page.getByRole('option').first().click()
    await expect(form.getByLabel('Address')).not.toHaveValue('')
    await chooseTime(form)
    await form.getByLabel('Lockbox').fill('Code 4711')
    await expect(form.getByRole('checkbox', { name: 'Notify Amara' })).toBeChecked()
    await hasNoViolations(page)

    // What was typed is still there after a reload; a first visit may load once more, for its service worker.
    await page.reload()
    await expect(async () => {
      if (!(await form.isVisible())) await page.getByRole('button', { name: 'Book a showing' }).click()
      await expect(form.getByLabel('Lockbox')).toHaveValue('Code 4711')
      await form.getByRole('button', { name: 'Book and e-mail Amara' }).click()
      await expect(page.getByText('Showing booked.')).toBeVisible()
    }).toPass({ timeout: 60_000 })
    await expect(page.getByText('Amara was notified by e-mail')).toBeVisible({ timeout: 30_000 })

    const [invitation] = await emails(token, email)
    expect(invitation?.subject).toMatch(/^Showing: /)
    expect(invitation?.plain).not.toContain('Code 4711')
    const url = /http:\S+\/visits\/\S+/.exec(invitation?.plain ?? '')?.[0] ?? ''

    const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await visitor.goto(url)
    await expect(visitor.getByText('Does this time work for you?')).toBeVisible()
    await hasNoViolations(visitor)
    await visitor.getByRole('button', { name: 'Confirm' }).click()
    await expect(visitor.getByText(/^You confirmed/)).toBeVisible()

    await expect(page.getByText(/^Amara confirmed the showing at/)).toBeVisible()
    await expect(page.getByText('Amara confirmed', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: /^Change the showing at/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel the showing' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel the showing?' })
    await expect(question.getByRole('checkbox', { name: 'Notify Amara' })).toBeChecked()
    await question.getByRole('button', { name: 'Cancel the showing' }).click()
    await expect.poll(async () => (await emails(token, email)).length, { timeout: 30_000 }).toBe(2)
    const subjects = (await emails(token, email)).map(({ subject }) => subject.split(':')[0])
    expect(subjects.toSorted()).toEqual(['Cancelled showing', 'Showing'])
    await visitor.reload()
    await expect(visitor.getByText('This showing is cancelled.')).toBeVisible()
  })

  test('stands on the calendar, where it moves to another time', async ({ page }) => {
    const token = await signedIn()
    const lead = await asked('lead', { first_name: 'Noor', last_name: 'Haddad', email: 'noor@people.test' }, token)
    // What is over by now has nothing left to tell, and this week has showings of the demo.
    const later = dayIn(20)
    const showing = await asked(
      `lead/${lead.id}/showings`,
      { address_formatted: '38 Stadium Rd, Toronto', date: later, time_start: '11:00:00', time_end: '12:00:00' },
      token,
    )
    expect(showing.id).toBeGreaterThan(0)
    await signIn(page, 'Agent', `/tasks?tab=calendar&from=${later}&to=${later}`)
    const event = page.getByTitle('Showing: 38 Stadium Rd, Toronto, Noor Haddad')
    await event.click()
    const form = page.getByRole('dialog', { name: 'Edit the showing' })
    await expect(form.getByLabel('Address')).toHaveValue('38 Stadium Rd, Toronto')
    await form.getByRole('button', { name: 'Cancel' }).click()

    // An hour is 60 px high; it snaps to quarters.
    const box = await event.boundingBox()
    if (!box) throw new Error('The showing is not on the calendar.')
    await page.mouse.move(box.x + 20, box.y + 6)
    await page.mouse.down()
    await page.mouse.move(box.x + 20, box.y + 36, { steps: 6 })
    await page.mouse.move(box.x + 20, box.y + 66, { steps: 6 })
    await page.mouse.up()
    const question = page.getByRole('dialog', { name: 'Move the showing?' })
    await expect(question.getByText(/ 12:\d\d PM/)).toBeVisible()
    await question.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText('Showing moved.')).toBeVisible()
    const { data } = await asked(`lead/${lead.id}/showings`, null, token)
    expect(data[0]).toMatchObject({
      time_start: expect.stringMatching(/^12:/),
      time_end: expect.stringMatching(/^13:/),
    })
    await expect.poll(async () => (await emails(token, 'noor@people.test')).length, { timeout: 30_000 }).toBe(1)
  })
})
