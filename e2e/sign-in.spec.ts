import { expect, test } from './product.ts'
import { signIn, signInOnPage } from './support.ts'

test.describe('signing in', () => {
  test('by the identity provider, in its own window', async ({ page }) => {
    await page.goto('/login')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: /Continue with Google/ }).click()
    const provider = await opening
    await provider.getByRole('button', { name: /agent2@keyturn\.test/ }).click()
    await page.waitForURL(/tasks|leads_v2/)
    await expect(page.getByRole('button', { name: 'Profile of Theo Marchetti' })).toBeVisible()
  })

  test('by hand: the button waits for both fields, and Enter submits', async ({ page }) => {
    await page.goto('/login')
    const login = page.getByRole('button', { name: 'Login', exact: true })
    await expect(login).toBeDisabled()
    await page.getByLabel('E-mail').fill('agent@keyturn.test')
    await expect(login).toBeDisabled()
    await page.getByLabel('Password', { exact: true }).fill('keyturn-demo')
    await expect(login).toBeEnabled()
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.waitForURL(/tasks|leads_v2/)
  })

  test('fails in red under the button', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('E-mail').fill('agent@keyturn.test')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
    await expect(page).toHaveURL(/login/)
  })

  test('takes the person back to where they wanted to go', async ({ page }) => {
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/login/)
    await page.getByRole('button', { name: 'Super administrator', exact: true }).click()
    await page.waitForURL(/\/admin/)
  })

  const landings = [
    ['Deals', '/deals'],
    ['Front desk', '/deals'],
    ['Super administrator', '/leads'],
    ['Administrator', '/leads'],
    ['Agent', '/tasks'],
  ] as const
  for (const [account, path] of landings) {
    test(`lands ${account} on ${path}`, async ({ page }) => {
      await signInOnPage(page, account)
      await expect(page).toHaveURL(url => url.pathname === path)
    })
  }

  test('with the window closed says what the specification says', async ({ page }) => {
    await page.goto('/login')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'New agent', exact: true }).click()
    await (await opening).close()
    await expect(page.getByText(/Oops! It seems like the popup blocker is enabled/)).toBeVisible()
  })

  test('with the window blocked says so, and goes on in the same window', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByText(/Oops! It seems like the popup blocker is enabled/)).toBeVisible()
    await page.getByRole('button', { name: 'Continue without a pop-up' }).click()
    await chooseAccount(page, 'admin@keyturn.test')
    await expect(page.getByRole('button', { name: /Profile of Grace/ })).toBeVisible()
  })

  test('with the consent refused leads back to the sign-in page, with the reason', async ({ page }) => {
    await page.goto('/login')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'New agent', exact: true }).click()
    const provider = await opening
    await chooseAccount(provider, 'newagent@keyturn.test')
    await provider.getByRole('button', { name: /Cancel|Deny|Refuse/ }).click()
    await expect(page.getByText(/Error in authorizing google scopes:/)).toBeVisible()
    await expect(page).toHaveURL(/login/)
  })

  test('without the scopes asks for them, and lets in once they are granted', async ({ page }) => {
    await page.goto('/login')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'New agent', exact: true }).click()
    const provider = await opening
    await chooseAccount(provider, 'newagent@keyturn.test')
    await provider.getByRole('button', { name: /Allow|Continue/ }).click()
    await page.waitForURL(/tasks|leads_v2/)
  })

  test('survives a reload and another tab, and ends with logout', async ({ page, context }) => {
    await signInOnPage(page, 'Agent')
    await page.reload()
    await expect(page.getByRole('button', { name: /Profile of Maya/ })).toBeVisible()
    const second = await context.newPage()
    await second.goto('/leads_v2')
    await expect(second.getByRole('button', { name: /Profile of Maya/ })).toBeVisible()
    await page.getByRole('button', { name: /Profile of Maya/ }).click()
    await page.getByRole('button', { name: 'Logout' }).last().click()
    await expect(page.getByText('Are you sure you would like to logout?')).toBeVisible()
    // The page is loaded anew, so that nothing of the person stays in it.
    const reloaded = page.waitForEvent('domcontentloaded')
    const addresses: string[] = []
    page.on('framenavigated', frame => {
      if (frame === page.mainFrame()) addresses.push(new URL(frame.url()).search)
    })
    await page.getByRole('button', { name: 'CONFIRM' }).click()
    await reloaded
    await page.waitForURL(/login/)
    // It goes there once, not first by itself with the address of the page that was open.
    expect(addresses.filter(address => address.includes('from='))).toEqual([])
    await page.goto('/leads_v2')
    await expect(page).toHaveURL(/login/)
  })

  test('forgets with the logout which page was open, for the next person at the computer', async ({ page }) => {
    await page.goto('/login?from=%2Fadmin')
    await page.getByRole('button', { name: 'Super administrator', exact: true }).click()
    await page.waitForURL(/\/admin/)
    await page.getByRole('button', { name: /Profile of Ruth/ }).click()
    await page.getByRole('button', { name: 'Logout' }).last().click()
    await page.getByRole('button', { name: 'CONFIRM' }).click()
    await page.getByRole('button', { name: 'Second agent', exact: true }).click()
    await page.waitForURL(/tasks|leads_v2/)
  })

  test('is not replaced by a link with the token of somebody else', async ({ page, browser }) => {
    const attacker = await browser.newContext()
    const theirs = await attacker.newPage()
    // The page that their callback leads to is stopped before it uses the token.
    await theirs.route('**/crm/login', route => route.abort())
    await theirs.goto('/auth/start?mode=redirect&purpose=signin&origin=/tasks')
    const answered = theirs.waitForRequest(
      request => /\/login$/.test(new URL(request.url()).pathname) && request.method() === 'POST',
    )
    await theirs.getByRole('button', { name: /agent2@keyturn\.test/ }).click()
    const token = new URLSearchParams((await answered).postData() ?? '').get('token')
    await attacker.close()

    await signIn(page, 'Agent', '/leads_v2')
    await page.goto(`/login#token=${token}&purpose=signin&origin=/tasks`)
    await page.getByRole('button', { name: 'CONFIRM' }).click()
    await expect(page.getByRole('button', { name: /Profile of Maya/ })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: /Profile of Maya/ })).toBeVisible()
  })

  test('ends with a sentence when the session was ended elsewhere', async ({ page, request }) => {
    await signIn(page, 'Second agent', '/leads_v2')
    await page.locator('[data-row]').first().waitFor()
    const token = await page.evaluate(() => /"token":"([\w-]+)"/.exec(Object.values(localStorage).join())?.[1])
    await request.post('/crm/login/logout', { headers: { authorization: `Bearer ${token}` }, form: {} })
    const sentence = page.getByText('Your session has expired, please login again.')
    await page.getByRole('button', { name: 'Score', exact: true }).or(sentence).first().click()
    await expect(sentence).toBeVisible()
    await expect(page).toHaveURL(/login/)
    // Nothing that was read stays for the next person at the computer.
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).filter(name => name.startsWith('data-'))))
      .toEqual([])
  })
})

/** The provider asks who one is only when it does not know yet. */
async function chooseAccount(provider: import('@playwright/test').Page, email: string): Promise<void> {
  const account = provider.getByRole('button', { name: new RegExp(email.replaceAll('.', '\\.')) })
  const consent = provider.getByRole('button', { name: /Allow|Continue/ })
  await expect(account.or(consent).first()).toBeVisible()
  if (await account.isVisible()) await account.click()
}
