import { priceInShort } from '../../../../platform/web/money.ts'
import { type DateRange, type LeadFilters, leadTabs } from '../../../leads/contract/filters.ts'
import { leadStatuses, roleLabels, statusLabel } from '../../../leads/rules.ts'
import { NAME_LENGTH } from '../../contract.ts'
import type { Question } from '../../rules.ts'

/** What ids are called, as far as it is known yet. */
export interface Names {
  tag: ReadonlyMap<number, string>
  agent: ReadonlyMap<number, string>
  site: ReadonlyMap<number, string>
  area: ReadonlyMap<number, string>
}

/** A name says the first few things; the rest is in the filters. */
const MAX_PARTS = 3

/** A name for a question, made from what it asks; one that is taken gets a number. */
export function nameOf(question: Question, names: Names, taken: readonly string[] = []): string {
  const parts = partsOf(question.filters, names).slice(0, MAX_PARTS)
  const name = cut(parts.length > 0 ? capital(parts.join(' · ')) : leadTabs[question.list].title, NAME_LENGTH - 4)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`
    if (!taken.includes(candidate)) return candidate
  }
}

const capital = (text: string) => text.replace(/^./u, character => character.toUpperCase())
/** Letters are not cut in two. */
function cut(text: string, length: number): string {
  let stored = ''
  for (const character of text) {
    if (stored.length + character.length > length) break
    stored += character
  }
  return stored.trim()
}

function partsOf(filters: LeadFilters, names: Names): string[] {
  const { type, tag, agent, site, locations, source, opportunity, subscription, hasTask, consent, search } = filters
  const areas = locations?.map(({ area_id }) => area_id)
  const parts = [
    search && `“${search}”`,
    statusPart(filters.status),
    listed(type?.map(role => roleLabels[role])),
    named(tag, names.tag, 'tags'),
    named(areas, names.area, 'areas'),
    pricePart(filters),
    datePart('active', filters.lastActiveDate),
    datePart('contacted', filters.lastContactedDate),
    datePart('claimed', filters.claimedDate),
    datePart('signed up', filters.createdDate),
    named(agent, names.agent, 'agents'),
    scorePart(filters.score),
    typeof hasTask === 'boolean' && (hasTask ? 'with tasks' : 'without tasks'),
    listed(source?.map(text => text.replace(/_/g, ' '))),
    named(site, names.site, 'sites'),
    opportunity?.length ? 'with opportunities' : '',
    subscription?.toLowerCase(),
    consent?.length ? `${consent.join(', ')} consent` : '',
  ]
  return parts.filter(part => typeof part === 'string').filter(part => part !== '')
}

/** "Buyer, Renter +2" */
function listed(words: readonly string[] | undefined): string {
  if (!words || words.length === 0) return ''
  const shown = words.slice(0, 2).join(', ')
  return words.length > 2 ? `${shown} +${words.length - 2}` : shown
}

function named(ids: readonly number[] | undefined, known: ReadonlyMap<number, string>, noun: string): string {
  if (!ids || ids.length === 0) return ''
  const found = ids.flatMap(id => known.get(id) ?? [])
  return found.length === ids.length ? listed(found) : `${ids.length} ${noun}`
}

function statusPart(status: readonly number[] | undefined): string {
  if (!status || status.length === 0) return ''
  const places = status.map(value => leadStatuses.findIndex(known => known.value === value)).sort((a, b) => a - b)
  const isRun = places.length > 2 && (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1
  const labels = places.map(place => leadStatuses[place]?.label ?? statusLabel(-1))
  return isRun ? `${labels[0]} to ${labels.at(-1)}` : listed(labels)
}

function pricePart({ priceFrom, priceTo }: LeadFilters): string {
  const [from, to] = [priceFrom ?? 0, priceTo ?? 0]
  if (from && to) return `${priceInShort(from)} to ${priceInShort(to)}`
  return from ? `from ${priceInShort(from)}` : to ? `up to ${priceInShort(to)}` : ''
}

const days = (many: number) => `${many} ${many === 1 ? 'day' : 'days'}`

function datePart(what: string, range: DateRange | undefined): string {
  if (!range) return ''
  if (typeof range.within === 'number') return `${what} ${range.within === 0 ? 'today' : `past ${days(range.within)}`}`
  if (typeof range.over === 'number') return `not ${what} for ${days(range.over)}`
  if (range.start && range.end) return `${what} ${range.start} to ${range.end}`
  return range.start ? `${what} since ${range.start}` : range.end ? `${what} until ${range.end}` : ''
}

function scorePart(score: LeadFilters['score']): string {
  const [min, max] = [score?.min ?? null, score?.max ?? null]
  if (min !== null && max !== null) return `score ${min} to ${max}`
  return min !== null ? `score from ${min}` : max !== null ? `score up to ${max}` : ''
}
