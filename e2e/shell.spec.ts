import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

test.describe('the shell', () => {
  test('grows from 44 to 185 pixels under the pointer, without moving the page', async ({ page }) => {
    await signIn(page, 'Administrator')
    const drawer = page.getByRole('navigation').first()
    const main = page.getByRole('main')
    const before = await main.boundingBox()
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(44)
    await drawer.hover()
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(185)
    expect(await main.boundingBox()).toEqual(before)
  })

  test('is a drawer behind a button at 901 pixels, and permanent at 902', async ({ page }) => {
    await signIn(page, 'Administrator')
    await page.setViewportSize({ width: 901, height: 800 })
    await expect(page.getByRole('button', { name: /menu/i })).toBeVisible()
    await page.setViewportSize({ width: 902, height: 800 })
    await expect(page.getByRole('button', { name: /menu/i })).toBeHidden()
  })

  test('tells unknown pages from those that one may not open', async ({ page }) => {
    await signIn(page, 'Agent', '/nonsense')
    await expect(page.getByText('Page not found.')).toBeVisible()
    await expect(page).toHaveTitle(/Not Found/)
    await page.goto('/admin')
    await expect(page.getByText('Page not found.')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0)
  })

  test('opens screens and people from the palette', async ({ page }) => {
    await signIn(page, 'Administrator')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('import')
    await expect(page.getByRole('option', { name: /Import/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/imports/)
  })

  test('finds people by two letters, and what the profile menu offers, from the palette', async ({ page }) => {
    await signIn(page, 'Administrator')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('an')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.getByRole('combobox').fill('log out')
    await expect(page.getByRole('option', { name: 'Logout' })).toBeVisible()
    await page.getByRole('combobox').fill('dark')
    await page.getByRole('option', { name: 'Dark appearance' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  test('has a page of the mobile apps for agents and administrators', async ({ page }) => {
    await signIn(page, 'Agent', '/mobile')
    await expect(page).toHaveTitle(/^Mobile Apps/)
    await expect(page.getByRole('link', { name: 'App Store' })).toBeVisible()
  })

  test('lists its keys', async ({ page }) => {
    await signIn(page, 'Administrator')
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('opens the legal pages in a tab of their own', async ({ page }) => {
    await page.goto('/login')
    for (const name of ['Privacy policy', 'Terms of service', 'Limited-use disclosure']) {
      await expect(page.getByRole('link', { name })).toHaveAttribute('target', '_blank')
    }
    await page.goto('/privacy')
    await expect(page.getByText(/May 23, 2019/).first()).toBeVisible()
  })
})

test.describe('acting as somebody else', () => {
  test('shows a banner, opens their leads, is written down, and can be left', async ({ page }) => {
    await signIn(page, 'Super administrator', '/admin')
    await page.getByPlaceholder(/Name or e-mail/).fill('newagent@')
    const person = page.getByRole('row').filter({ hasText: 'newagent@' })
    await person.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: /Log in as/ }).click()
    await expect(page.getByText('You are logged in as Ben Castellano')).toBeVisible()
    await page.getByRole('button', { name: /Back to Ruth/ }).click()
    await expect(page.getByText('You are logged in as')).toHaveCount(0)
    await page.goto('/admin?section=audit')
    await expect(page.getByRole('listitem').filter({ hasText: 'logged in as Ben Castellano' }).first()).toBeVisible()
  })
})

test.describe('maintenance', () => {
  test('is announced, then signs people out with the time it ends, and lets administrators work', async ({
    page,
    browser,
    product,
    request,
  }) => {
    const admin = await request.post('/crm/login/manual', {
      form: { email: 'admin@keyturn.test', password: 'keyturn-demo' },
    })
    const { token } = (await admin.json()).data.user
    const set = (form: Record<string, string>) =>
      request.post('/crm/admin/maintenance', { form, headers: { authorization: `Bearer ${token}` } })
    const agent = await (await browser.newContext({ baseURL: product.url })).newPage()
    await signIn(agent, 'Agent')
    await signIn(page, 'Administrator')
    await set({ starts_at: new Date(Date.now() + 3_600_000).toISOString(), minutes: '150' })
    await expect(agent.getByText(/The CRM will enter maintenance on .+ for 2 hours 30 minutes/)).toBeVisible()
    await set({ minutes: '30' })
    await expect(agent).toHaveURL(/login/)
    await expect(agent.getByText(/expected back at/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: /Profile of Grace/ })).toBeVisible()
    await set({ end: '1' })
    await agent.reload()
    await expect(agent.getByText(/expected back at/)).toHaveCount(0)
  })
})

test.describe('the stream of changes', () => {
  test('brings what changed between the first answers and its opening', async ({ page, product }) => {
    const token = await tokenOf(product.url, 'agent@keyturn.test')
    const { id } = await ask(product.url, 'lead', { first_name: 'Perla', email: 'perla@people.test' }, token)
    await signIn(page, 'Agent')
    const { promise: held, resolve: open } = Promise.withResolvers<void>()
    await page.route(/\/crm\/events$/, async route => {
      await held
      await route.continue()
    })
    const answered = page.waitForResponse(new RegExp(`/crm/lead/${id}/notes`))
    await page.goto(`/leads/Perla_${id}`)
    await (await answered).finished()
    await ask(product.url, `lead/${id}/notes`, { description: 'Said before the stream stood' }, token)
    open()
    await expect(page.getByRole('region', { name: 'Notes' }).getByText('Said before the stream stood')).toBeVisible()
  })
})

test('the reader of the calls is ours alone', async ({ page }) => {
  await page.goto('/docs')
  await page.getByRole('heading', { name: 'Keyturn CRM' }).waitFor()
  await expect(page.getByText(/Ask AI|Generate MCP/)).toHaveCount(0)
})
