import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test('leads, tasks and a call are worked by somebody who only hears them', async ({ page }) => {
  await signIn(page, 'Agent', '/leads_v2')
  await expect(page.getByRole('grid', { name: 'Leads' })).toMatchAriaSnapshot(`
    - grid "Leads":
      - row /Select all loaded leads/:
        - columnheader "Name":
          - button "Name"
        - columnheader "Status":
          - button "Status"
      - rowgroup:
        - row /Status/:
          - gridcell /^Select/:
            - checkbox /^Select/
          - gridcell:
            - link
          - gridcell /^Status.* Change$/:
            - button /^Status.* Change$/
          - gridcell /visits in 12 weeks/
          - gridcell /^Can/
  `)
  await page.goto('/tasks')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Tasks" [level=1]
      - tablist "Tasks":
        - tab /Today/ [selected]
        - tab /Overdue/
        - tab /Future/
      - button /^All \\d+$/ [pressed]
      - button /^Call \\d+$/
      - tabpanel:
        - region "Morning":
          - heading /^Morning/ [level=2]
          - list:
            - listitem:
              - checkbox /^Done/
              - link
              - button /^Status.* Change$/
  `)
  await page.locator('html[data-can-call]').waitFor()
  const task = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^Done/ }) })
  await task
    .getByRole('link', { name: /^Call \S+/ })
    .first()
    .click()
  const bar = page.getByRole('region', { name: 'Call', exact: true })
  const question = page.getByRole('button', { name: 'CONFIRM' })
  await bar.or(question).first().waitFor()
  // At any hour of the machine.
  if (await question.isVisible()) await question.press('Enter')
  await expect(bar).toMatchAriaSnapshot(`
    - region "Call":
      - link
      - status
      - timer
      - button "Mute"
      - button "End call"
  `)
  await bar.getByRole('button', { name: 'End call' }).press('Enter')
  await expect(page.getByRole('dialog', { name: /^How did the call with/ })).toBeVisible()
})
