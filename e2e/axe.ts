import type { Page } from '@playwright/test'
import axeCore from 'axe-core'

declare global {
  /** The checker, in pages to which it was brought. */
  var axe: typeof import('axe-core')
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
const colourRules = ['color-contrast', 'link-in-text-block']

/** A rule that is broken, and where. */
interface Violation {
  id: string
  impact?: string | null
  at: string[]
}

/** Brings the checker into the page, where it stays until another page is loaded. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
}

/**
 * What axe finds that keeps somebody from using the screen, but for its colours. It runs in the page itself and returns
 * violations only: to hand over everything that is right takes longer than to look at it.
 */
export async function structureFindings(page: Page): Promise<string[]> {
  await bringAxe(page)
  const violations = await page.evaluate(
    async ([levels, left]): Promise<Violation[]> => {
      const rules = Object.fromEntries(left.map(id => [id, { enabled: false }]))
      const runOnly = { type: 'tag' as const, values: levels }
      // What lies behind a dialog is a screen of its own, and nobody reaches it while the dialog is open.
      const dialogs = [...document.querySelectorAll('[aria-modal="true"]')].filter(dialog => dialog.checkVisibility())
      const top = dialogs.at(-1) ?? document.documentElement
      // Rows of a list are made alike: the first ones stand for those below, which are most of a screen.
      const lists = [...top.querySelectorAll('*')].filter(({ childElementCount }) => childElementCount > 16)
      const exclude = lists.flatMap(({ children }) => {
        const [first, ...others] = children
        const alike = others.filter(child => child.tagName === first?.tagName && child.className === first.className)
        return alike.slice(8)
      })
      const context = { include: [top] as Node[], exclude: exclude as Node[] }
      const found = await globalThis.axe.run(context, { runOnly, rules, resultTypes: ['violations'] })
      return found.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        at: nodes.map(node => node.target.join(' ')),
      }))
    },
    [tags, colourRules] as const,
  )
  return seriousOf(violations)
}

const seriousOf = (violations: readonly Violation[]): string[] =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, at }) => `${id}: ${at.join(' | ')}`)

/**
 * Texts that axe has looked at: their colours, size and weight, and the grounds that they stand on. What it said of the
 * first holds for all others, on whatever screen: most screens have nothing new.
 */
const seenTexts = new Set<string>()

/** The same for the colours of the screen, as it is shown now. */
export async function colourFindings(page: Page): Promise<string[]> {
  await bringAxe(page)
  const { texts, violations } = await page.evaluate(lookAtNewTexts, [[...seenTexts], colourRules] as const)
  for (const text of texts) seenTexts.add(text)
  return seriousOf(violations)
}

/** Lets axe look at texts that are unlike those that it has seen. Runs in the page. */
async function lookAtNewTexts([seen, rules]: readonly [readonly string[], readonly string[]]): Promise<{
  texts: string[]
  violations: Violation[]
}> {
  const grounds = new Map<Element | null, string>([[null, '']])
  const groundOf = (element: Element | null): string => {
    const known = grounds.get(element)
    if (known !== undefined || !element) return known ?? ''
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element)
    const ground = [groundOf(element.parentElement), backgroundColor, backgroundImage, opacity, filter].join('|')
    grounds.set(element, ground)
    return ground
  }
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  /** What tells a link from the text around it counts as well. */
  const looksOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element)
    const around = element.matches('a, [role=link]') && element.parentElement
    const beside = around
      ? [getComputedStyle(around).color, getComputedStyle(around).fontWeight, textDecorationLine]
      : []
    return [color, fontSize, fontWeight, textShadow, groundOf(element), ...beside].join()
  }
  const known = new Set(seen)
  const unlike: Element[] = []
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')].filter(dialog => dialog.checkVisibility())
  const top = dialogs.at(-1) ?? document.body
  for (const element of top.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    const looks = looksOf(element)
    if (known.has(looks)) continue
    known.add(looks)
    unlike.push(element)
  }
  if (unlike.length === 0) return { texts: [], violations: [] }
  const runOnly = { type: 'rule' as const, values: [...rules] }
  const found = await globalThis.axe.run({ include: unlike }, { runOnly, resultTypes: ['violations'] })
  const violations = found.violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    at: nodes.map(node => node.target.join(' ')),
  }))
  return { texts: [...known].slice(seen.length), violations }
}
