import type { Page } from '@playwright/test'
import { type Brand, brands } from '../src/product/brand/brands.ts'
import { colourFindings, structureFindings } from './axe.ts'
import { expect, testWithHomes as test } from './product.ts'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'
import { openInPlace, signIn } from './support.ts'

/** Opens the pages that follow in another brand, which is configuration of the server: the page reads it from itself. */
async function openInBrand(page: Page, brand: Brand): Promise<void> {
  await page.unroute(isPage)
  await page.route(isPage, async route => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(`"brand":"${brands[0]}"`, `"brand":"${brand}"`)
    await route.fulfill({ response, body })
  })
}

const isPage = (url: URL) => !url.pathname.startsWith('/crm') && !url.pathname.startsWith('/assets')

/** Where a page writes the colours and corners of its brand. */
const THEME = 'style[data-mantine-styles]'

/** The themes of the other brands, as pages of theirs write them. */
const themes = new Map<Brand, string[]>()

async function readThemes(page: Page): Promise<void> {
  for (const brand of brands) {
    if (themes.has(brand)) continue
    await openInBrand(page, brand)
    await page.goto('/privacy')
    await page.getByRole('main').first().waitFor()
    themes.set(brand, await page.locator(THEME).allTextContents())
  }
  await page.unroute(isPage)
  expect(new Set([...themes.values()].map(theme => theme.join())).size, 'themes of their own').toBe(brands.length)
}

/** Dresses the open page in another brand. */
const dress = (page: Page, brand: Brand): Promise<void> =>
  page.locator(THEME).evaluateAll((styles, theme) => {
    styles.forEach((style, index) => {
      style.textContent = theme[index] ?? ''
    })
  }, themes.get(brand) ?? [])

const MAX_AT_ONCE = 9

/** Accounts with the screens that they look at in one go: to sign in, and to start a browser, takes longer than to look. */
function walks(shown: readonly Screen[]): { title: string; of: readonly Screen[] }[] {
  const byAccount = Map.groupBy(shown, ({ as }) => as)
  return [...byAccount].flatMap(([as, all]) => {
    const inOrder = [...all.filter(isPlain), ...all.filter(screen => !isPlain(screen))]
    return Array.from({ length: Math.ceil(all.length / MAX_AT_ONCE) }, (_, index) => {
      const of = inOrder.slice(index * MAX_AT_ONCE, (index + 1) * MAX_AT_ONCE)
      return { title: `${as ?? 'Nobody'}: ${of.map(({ name }) => name).join(', ')}`, of }
    })
  })
}

/** Whether nothing but the address makes the screen what it is: the next one may be opened from it. */
const isPlain = ({ as, action, inEveryBrand }: Screen): boolean => as !== null && !action && !inEveryBrand

/** Brings about a state from a fresh start, or from a plain screen: nothing is left of the one before. */
async function show(page: Page, { path, action }: Screen, before?: Screen): Promise<void> {
  await page.context().setOffline(false)
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' })
  if (before && isPlain(before)) await openInPlace(page, path)
  else await page.goto(path)
  await page.getByRole('main').first().waitFor()
  await action?.(page)
  // By it, somebody who only hears the page learns what it is. It comes with what the screen shows.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
}

type Scheme = 'light' | 'dark'

const schemes: readonly Scheme[] = ['light', 'dark']

async function look(page: Page, screen: Screen, before?: Screen, shown = schemes): Promise<void> {
  await show(page, screen, before)
  await lookIn(shown, page, screen, brands[0])
  for (const brand of screen.inEveryBrand ? brands.slice(1) : []) {
    if (screen.as === null) {
      // Before anybody is signed in a brand also says and draws things of its own.
      await openInBrand(page, brand)
      await show(page, screen)
      await page.unroute(isPage)
    } else await dress(page, brand)
    await lookIn(shown, page, screen, brand)
  }
}

async function lookIn(shown: readonly Scheme[], page: Page, { name }: Screen, brand: Brand): Promise<void> {
  for (const colorScheme of shown) {
    await page.emulateMedia({ colorScheme })
    // Another theme changes colours and nothing else.
    const isFirst = brand === brands[0] && colorScheme === 'light'
    const findings = isFirst ? await structureFindings(page) : []
    expect.soft([...findings, ...(await colourFindings(page))], `${name}, ${brand}, ${colorScheme}`).toEqual([])
  }
}

function looksAtAll(shown: readonly Screen[], inSchemes = schemes): void {
  for (const { title, of } of walks(shown)) {
    test(title, async ({ page }) => {
      test.setTimeout(60_000 + of.length * 30_000)
      // A page that is left remembers what was chosen on it.
      await page.addInitScript(() => sessionStorage.clear())
      const as = of[0]?.as
      if (of.some(({ inEveryBrand }) => inEveryBrand)) await readThemes(page)
      if (as) await signIn(page, as)
      for (const [index, screen] of of.entries()) {
        await test.step(screen.name, async () => {
          // What keeps one screen from being shown keeps nobody from looking at the next.
          const failure = await look(page, screen, of[index - 1], inSchemes).catch(error => error)
          await screen.after?.(page)
          expect.soft(failure, screen.name).toBeUndefined()
        })
      }
    })
  }
}

test.use({ reducedMotion: 'reduce' } as object)
test.describe.configure({ mode: 'parallel' })

test.describe('axe finds nothing serious, in light and in dark, for', () => {
  looksAtAll(screens.filter(screen => screen.only !== 'phone'))
})

test.describe('axe finds nothing serious on a phone, for', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const shown = screens.filter(screen => screen.only === 'phone' || screen.differsOnPhone)
  // The colours are those of the wide screen.
  const only = shown.filter(({ only }) => only === 'phone')
  const also = shown.filter(({ only }) => only !== 'phone')
  looksAtAll(only.map(screen => ({ ...screen, inEveryBrand: false })))
  looksAtAll(
    also.map(screen => ({ ...screen, inEveryBrand: false })),
    ['light'],
  )
})
