import type { Locator } from '@playwright/test'
import { ask, tokenOf } from './calls.ts'
import { expect, testWithHomes as test } from './product.ts'
import { signIn } from './support.ts'

test.describe('pictures of homes', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 })
  let url: string
  test.beforeAll(({ product }) => {
    url = product.url
  })

  const read = (path: string, token: string) => ask(url, path, null, token)
  const signedIn = () => tokenOf(url, 'admin@keyturn.test')
  /** A lead who looked at one home after the other. */
  const lookingAround = async (token: string): Promise<number> => {
    const { data: leads } = await read('leads/all?perPage=60', token)
    for (const { id } of leads) {
      const { data } = await read(`lead/${id}/timeline?perPage=50`, token)
      const times: number[] = data.map(({ milestone }: { milestone?: { link: string | null; happened_at: string } }) =>
        milestone?.link?.startsWith('/listings/') ? Date.parse(milestone.happened_at) : Number.NaN,
      )
      if (times.some((time, index) => time - (times[index + 1] ?? Number.NaN) < 300_000)) return id
    }
    throw new Error('Nobody looked around.')
  }
  /** Whether the picture itself has come, and not only its place. */
  const hasLoaded = (picture: Locator) =>
    expect
      .poll(() => picture.evaluate(element => (element instanceof HTMLImageElement ? element.naturalWidth : 0)))
      .toBeGreaterThan(100)

  test('load on the timeline and on the page of a home, with its map', async ({ page }) => {
    const token = await signedIn()
    const cards = page.getByRole('list', { name: 'Viewed homes' })
    const photos = page.getByRole('region', { name: 'Photos' })
    await signIn(page, 'Administrator', `/leads/${await lookingAround(token)}`)
    // Some homes have no photo; what they show instead is a drawing.
    const home = cards
      .getByRole('link')
      .filter({ has: page.locator('img') })
      .first()
    // They may be drawn once more as the page fills.
    await expect(() => home.scrollIntoViewIfNeeded()).toPass()
    await hasLoaded(home.locator('img'))

    await home.click()
    await expect(photos).toBeVisible()
    await hasLoaded(photos.getByRole('img').first())
    await photos.getByRole('button', { name: 'Next photo' }).click()
    await expect(photos.getByText(/^2 \/ /)).toBeVisible()
    await photos.getByRole('list').press('ArrowLeft')
    await expect(photos.getByText(/^1 \/ /)).toBeVisible()
    const map = page.getByRole('region', { name: /^Map: where/ }).or(page.getByRole('img', { name: /^Map: where/ }))
    await expect(map.first()).toBeVisible()
  })
})
