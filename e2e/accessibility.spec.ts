import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { type Screen, screens } from './screens.ts'
import { signIn } from './support.ts'

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
async function seriousFindings(page: Page, isOnlyColour: boolean): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  if (isOnlyColour) axe.withRules(['color-contrast', 'link-in-text-block'])
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(' | ')}`)
}

const brands = ['property', 'condos', 'mrloft'] as const

function looksAt({ name, path, as, act, inEveryBrand }: Screen): void {
  test(name, async ({ page }) => {
    test.setTimeout(150_000)
    let brand: string = brands[0]
    await withBrand(page, () => brand)
    if (as) await signIn(page, as)
    for (brand of inEveryBrand ? brands : brands.slice(0, 1)) {
      await page.goto(path)
      await page.getByRole('main').first().waitFor()
      await act?.(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.evaluate(() => document.fonts.ready)
        // Another theme changes colours and nothing else.
        const isOnlyColour = brand !== brands[0] || colorScheme === 'dark'
        expect.soft(await seriousFindings(page, isOnlyColour), `${brand}, ${colorScheme}`).toEqual([])
      }
    }
  })
}

test.describe('axe finds nothing serious, in light and in dark, on', () => {
  test.use({ reducedMotion: 'reduce', serviceWorkers: 'block' } as object)
  for (const screen of screens) if (screen.only !== 'phone') looksAt(screen)
})

test.describe('axe finds nothing serious on a phone, in light and in dark, on', () => {
  test.use({
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  } as object)
  for (const screen of screens)
    if (screen.only === 'phone' || screen.differsOnPhone) looksAt({ ...screen, inEveryBrand: false })
})
