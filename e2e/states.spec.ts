import type { Page } from '@playwright/test'
import { answerByState, callsOfScreens, type State, setState, states } from './answers.ts'
import { colourFindings, structureFindings } from './axe.ts'
import { expect, test } from './product.ts'
import { screens } from './screens.ts'
import { type Account, openInPlace, signIn } from './support.ts'

/** Waits for the sign of a state, which comes a moment after the screen; not every screen has one for each. */
async function signOf(page: Page, state: State): Promise<void> {
  const main = page.getByRole('main').first()
  await main.waitFor()
  if (state === 'offline') await page.context().setOffline(true)
  const signs = {
    loading: main.locator('[aria-busy="true"], [class*="bone"], [class*="Skeleton"]'),
    empty: main.getByRole('heading'),
    failed: main.getByRole('alert').or(main.getByRole('button', { name: /Try again|Retry/ })),
    offline: page.getByText(/You are offline/),
  }
  await signs[state]
    .first()
    .waitFor({ timeout: 1500 })
    .catch(() => undefined)
}

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark, phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

async function look(page: Page, what: string): Promise<void> {
  expect.soft([...(await structureFindings(page)), ...(await colourFindings(page))], what).toEqual([])
}

/** Dresses the page in the look of a turn; answers its name. */
async function wear(page: Page, turn: number): Promise<string> {
  const { name, colorScheme, viewport } = looks[turn % looks.length] ?? looks[0]
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  return name
}

/** Two states of an address, the other two of the next: all four everywhere take minutes, and show the same pieces again. */
const statesOf = (index: number): readonly State[] => (index % 2 === 0 ? ['loading', 'failed'] : ['empty', 'offline'])

/** Which look a state of an address has: over four addresses each state is seen in both. */
const turnOf = (index: number, state: State): number => Math.floor(index / 2) + statesOf(index).indexOf(state)

/** The address of the first lead in the list of an account. */
async function leadPath(page: Page, list: string): Promise<string> {
  await page.goto(list)
  return (await page.locator('[data-row] a[data-lead]').first().getAttribute('href')) ?? list
}

test.describe.configure({ mode: 'parallel' })

/** The screens of each account, every address once: what is opened on top of one needs the answers that are missing here. */
const paths = Map.groupBy(
  screens.filter(({ as, path }) => as !== null && !path.startsWith('/nonsense')),
  ({ as }) => as as Account,
)

/** What of an address makes it another screen; filters and days do not. */
function screenOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://here.test')
  const part = ['tab', 'section'].flatMap(name => (searchParams.has(name) ? [`${name}=${searchParams.get(name)}`] : []))
  return [pathname, ...part].join('?')
}

/** Addresses of an account that one test looks at: more would keep one worker busy after the other has ended. */
const MAX_AT_ONCE = 16

/** An address in a state, in the look of its turn. */
interface Visit {
  path: string
  state: State
  turn: number
}

/** What is looked at of some addresses: the page of a lead in every state, the others in two. */
const visitsOf = (addresses: readonly string[], lead: string | null): Visit[] => [
  ...(lead === null ? [] : states.map((state, turn) => ({ path: lead, state, turn }))),
  ...addresses.flatMap((path, index) =>
    statesOf(index).map(state => ({ path, state, turn: turnOf(index, state) % looks.length })),
  ),
]

/** Goes through all visits of a state in one page: only the first is loaded, the others are opened from there. */
async function visitAll(page: Page, state: State, visits: readonly Visit[]): Promise<void> {
  await setState(page, state)
  for (const [index, { path, turn }] of visits.toSorted((a, b) => a.turn - b.turn).entries()) {
    const name = await wear(page, turn)
    await (index === 0 ? page.goto(path) : openInPlace(page, path))
    await signOf(page, state)
    await look(page, `${path}, ${state}, ${name}`)
    await page.context().setOffline(false)
  }
}

const walks = [...paths].flatMap(([as, shown]) => {
  const own = [...new Set(shown.map(({ path }) => screenOf(path)))]
  const hasLead = shown.some(({ name }) => /^lead($|-)/.test(name))
  return Array.from({ length: Math.ceil(own.length / MAX_AT_ONCE) }, (_, index) => {
    const part = own.slice(index * MAX_AT_ONCE, (index + 1) * MAX_AT_ONCE)
    return { as, part, list: hasLead ? part.find(path => path.startsWith('/leads')) : undefined }
  })
})

test.describe('axe finds nothing serious while answers do not come, are empty or fail, and without a network, for', () => {
  for (const { as, part, list } of walks) {
    test(`${as}: ${part.join(' ')}`, async ({ page }) => {
      await answerByState(page)
      await signIn(page, as)
      const visits = visitsOf(part, list ? await leadPath(page, list) : null)
      for (const [state, own] of Map.groupBy(visits, visit => visit.state)) await visitAll(page, state, own)
    })
  }

  test('turn mode, at a lead and at its end', async ({ page }) => {
    await answerByState(page, { ...callsOfScreens, calls: '^/crm/(lead|milestones|notes|timeline)' })
    await signIn(page, 'Administrator')
    for (const [turn, state] of [null, ...states, null].entries()) {
      const name = await wear(page, turn)
      await setState(page, null)
      await page.goto('/leads?status=1')
      await page.getByRole('button', { name: /Turn through \d+/ }).waitFor()
      await setState(page, state)
      await page.getByRole('button', { name: /Turn through \d+/ }).click()
      await page.getByRole('dialog', { name: /^Turn mode/ }).waitFor()
      await look(page, `turn mode, ${state}, ${name}`)
    }
    await page.goto('/leads?status=1&turn=end')
    await page
      .getByRole('img', { name: /turned$/ })
      .first()
      .waitFor()
    for (const turn of looks.keys()) await look(page, `the end of turn mode, ${await wear(page, turn)}`)
  })
})
