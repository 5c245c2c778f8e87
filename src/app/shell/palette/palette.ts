import type { ReactNode } from 'react'
import { leadIdOf } from '../../../features/leads/web/pieces/wording.ts'

/** One line of the palette. */
export interface PaletteItem {
  id: string
  group: string
  /** A person, whatever group they stand in. */
  isPerson?: boolean
  /** The lead that the line is, or whom an action is about. */
  ofLead?: number | null
  label: string
  /** After the label, quieter. */
  hint?: ReactNode
  icon?: ReactNode
  /** At the right end. */
  end?: ReactNode
  keys?: string
  /** Address, when the line can also be opened in a new tab. */
  to?: string
  run: () => void
}

/** How well `label` answers `query`: 0 not at all, best at the start of the label, then of a word, then anywhere. */
export function scoreOf(label: string, query: string): number {
  const text = label.toLocaleLowerCase('en')
  const wanted = query.trim().toLocaleLowerCase('en')
  if (wanted === '') return 1
  if (text.startsWith(wanted)) return 4
  if (text.split(/[\s_-]+/).some(word => word.startsWith(wanted))) return 3
  if (text.includes(wanted)) return 2
  return charactersInOrder(text, wanted.replace(/\s+/g, '')) ? 1 : 0
}

function charactersInOrder(text: string, wanted: string): boolean {
  let from = 0
  for (const character of wanted) {
    const found = text.indexOf(character, from)
    if (found < 0) return false
    from = found + 1
  }
  return wanted.length > 2
}

/** The lines that answer a query, best first within their group; groups keep their order. */
export function answering(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const groups = [...new Set(items.map(item => item.group))]
  const scored = items.map(item => ({ item, score: scoreOf(item.label, query) })).filter(({ score }) => score > 0)
  return groups.flatMap(group =>
    scored
      .filter(({ item }) => item.group === group)
      .sort((a, b) => b.score - a.score)
      .map(({ item }) => item),
  )
}

/** How many of each kind there are: "2 people, 1 listing, 5 actions". */
export function totalsOf(items: readonly PaletteItem[]): string {
  const people = items.filter(item => item.isPerson === true).length
  const others = counted.map(([group, one, many]) => {
    const isMeant = (item: PaletteItem) => item.group === group || (group === 'Actions' && item.id.startsWith('with-'))
    return { number: items.filter(isMeant).length, one, many }
  })
  return [{ number: people, one: 'person', many: 'people' }, ...others]
    .filter(({ number }) => number > 0)
    .map(({ number, one, many }) => `${number} ${number === 1 ? one : many}`)
    .join(', ')
}

const counted = [
  ['Tasks', 'task', 'tasks'],
  ['Deals', 'deal', 'deals'],
  ['Listings', 'listing', 'listings'],
  ['Actions', 'action', 'actions'],
  ['Screens', 'screen', 'screens'],
] as const

/** Whether two addresses are of the same lead: the browser's own has letters such as "é" as they are, links have them encoded. */
export const isSameLead = (one: string, other: string): boolean =>
  leadIdOf(one) !== null && leadIdOf(one) === leadIdOf(other)
