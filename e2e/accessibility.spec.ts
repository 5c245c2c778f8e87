import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { type Account, signIn } from './support.ts'

interface Screen {
  name: string
  path: string
  as: Account | null
  act?: (page: Page) => Promise<unknown>
}

const openLead = async (page: Page) => {
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/_\d+/)
}

const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/login', as: null },
  { name: 'privacy policy', path: '/privacy', as: null },
  { name: 'leads', path: '/leads', as: 'Administrator', act: page => page.locator('[data-row]').first().waitFor() },
  { name: 'lead', path: '/leads_v2', as: 'Agent', act: openLead },
  {
    name: 'adding a lead',
    path: '/leads',
    as: 'Administrator',
    act: page => page.getByRole('button', { name: 'Add lead' }).click(),
  },
  { name: 'palette', path: '/leads', as: 'Administrator', act: page => page.keyboard.press('Control+k') },
  { name: 'tasks', path: '/tasks', as: 'Agent', act: page => page.locator('li[data-cursor]').waitFor() },
  {
    name: 'adding a task',
    path: '/tasks?tab=overdue',
    as: 'Agent',
    act: async page => {
      await page.locator('li[data-cursor]').waitFor()
      await page.keyboard.press('t')
      await page.getByRole('dialog').getByLabel('Subject').waitFor()
    },
  },
  {
    name: 'calendar of tasks',
    path: '/tasks?tab=calendar&from=2026-11-01&to=2026-11-30',
    as: 'Agent',
    act: page => page.getByText('November 2026').waitFor(),
  },
  { name: 'sent mail', path: '/outbox', as: 'Administrator' },
  { name: 'imports', path: '/imports', as: 'Administrator' },
  {
    name: 'duplicates',
    path: '/duplicates',
    as: 'Administrator',
    act: page =>
      page
        .getByRole('button', { name: /^Compare / })
        .first()
        .click(),
  },
  { name: 'administration', path: '/admin', as: 'Super administrator' },
  { name: 'team', path: '/teams', as: 'Team lead' },
  { name: 'not found', path: '/nonsense', as: 'Agent' },
]

/** The theme is configuration of the server; the page reads it from itself, so here the page is changed on its way. */
async function withBrand(page: Page, brand: () => string): Promise<void> {
  await page.route(
    url => !url.pathname.startsWith('/crm') && !url.pathname.startsWith('/assets'),
    async route => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replace('"brand":"property"', `"brand":"${brand()}"`),
      })
    },
  )
}

/** What axe finds that keeps somebody from using the screen. */
async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(' | ')}`)
}

test.describe('axe finds nothing serious, in any theme, on', () => {
  test.use({ reducedMotion: 'reduce', serviceWorkers: 'block' } as object)
  for (const { name, path, as, act } of screens) {
    test(name, async ({ page }) => {
      test.setTimeout(150_000)
      let brand = 'property'
      await withBrand(page, () => brand)
      if (as) await signIn(page, as)
      for (brand of ['property', 'condos', 'mrloft']) {
        await page.goto(path)
        await page.getByRole('main').first().waitFor()
        await act?.(page)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.evaluate(() => document.fonts.ready)
          expect(await seriousFindings(page), `${brand}, ${colorScheme}`).toEqual([])
        }
      }
    })
  }
})
