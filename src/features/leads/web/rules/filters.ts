import { shortDay } from '../../../../platform/web/time/time.ts'
import type { DateRange } from '../../contract/filters.ts'
import { type AreaReference, areaTypes } from '../../contract/record.ts'

/** How a filter is chosen, and how its text in the address reads. */
export type FilterKind = 'options' | 'areas' | 'money' | 'dates' | 'numbers' | 'yesno'

export interface FilterField {
  key: FilterKey
  label: string
  kind: FilterKind
}

export const filterKeys = [
  'status',
  'type',
  'area',
  'price',
  'tag',
  'site',
  'agent',
  'lastActive',
  'lastContacted',
  'claimed',
  'created',
  'score',
  'source',
  'opportunity',
  'subscription',
  'hasTask',
  'consent',
  'consentEnds',
] as const
export type FilterKey = (typeof filterKeys)[number]

/** What a list is filtered by: the text of each filter as the address bar holds it. Nothing else is state. */
export type FilterState = Partial<Record<FilterKey, string>>

/** The filters, in the order in which "+ Filter" offers them. */
export const filterFields: readonly FilterField[] = [
  { key: 'status', label: 'Status', kind: 'options' },
  { key: 'type', label: 'Type', kind: 'options' },
  { key: 'area', label: 'Area', kind: 'areas' },
  { key: 'price', label: 'Price', kind: 'money' },
  { key: 'tag', label: 'Tag', kind: 'options' },
  { key: 'agent', label: 'Agent', kind: 'options' },
  { key: 'site', label: 'Site', kind: 'options' },
  { key: 'source', label: 'Source', kind: 'options' },
  { key: 'score', label: 'Score', kind: 'numbers' },
  { key: 'lastActive', label: 'Last active', kind: 'dates' },
  { key: 'lastContacted', label: 'Contacted', kind: 'dates' },
  { key: 'claimed', label: 'Claimed', kind: 'dates' },
  { key: 'created', label: 'Signed up', kind: 'dates' },
  { key: 'subscription', label: 'Subscription', kind: 'options' },
  { key: 'hasTask', label: 'Open task', kind: 'yesno' },
  { key: 'consent', label: 'Consent', kind: 'options' },
  { key: 'consentEnds', label: 'Consent ends', kind: 'options' },
]

/** A choice of one of the options of a filter. */
export interface FilterOption {
  value: string
  label: string
}

/** The values in the text of an `options` filter. */
export const readValues = (text: string | undefined): string[] => (text ? text.split(',').filter(Boolean) : [])

/** The text of an `options` filter; nothing chosen is no filter. */
export const writeValues = (values: readonly string[]): string | undefined => values.join(',') || undefined

/** Areas in the address: the first letter of the type and the id, as in `l12,n40`. */
export function readAreas(text: string | undefined): AreaReference[] {
  return readValues(text).flatMap(each => {
    const area_type = areaTypes.find(type => type[0] === each[0])
    const area_id = Number(each.slice(1))
    return area_type && Number.isInteger(area_id) && area_id > 0 ? [{ area_id, area_type }] : []
  })
}

export const writeArea = (area: AreaReference): string => `${area.area_type[0]}${area.area_id}`

/** The two ends of a `money` or `numbers` filter: `500000..1200000`, either end may be missing. */
export function readRange(text: string | undefined): { from: number | null; to: number | null } {
  const [from, to] = (text ?? '').split('..')
  const number = (part: string | undefined) => (part && Number.isFinite(Number(part)) ? Number(part) : null)
  return { from: number(from), to: number(to) }
}

export function writeRange(range: { from: number | null; to: number | null }): string | undefined {
  if (range.from === null && range.to === null) return undefined
  return `${range.from ?? ''}..${range.to ?? ''}`
}

/** The ready-made periods of a date filter; a kept link or view goes on meaning "the past 30 days". */
export const datePresets = [
  { value: '0d', label: 'today' },
  { value: '7d', label: 'past 7 days' },
  { value: '30d', label: 'past 30 days' },
  { value: '90d', label: 'past 90 days' },
  { value: '365d', label: 'past year' },
  { value: 'over14d', label: 'over 14 days ago' },
  { value: 'over90d', label: 'over 90 days ago' },
] as const

/** The days that a date filter means: counted back from today, or from the calendar; both ends included. */
export function readDates(text: string | undefined): DateRange {
  const [, over, days] = /^(over)?(\d{1,4})d$/.exec(text ?? '') ?? []
  if (days !== undefined) return over ? { over: Number(days) } : { within: Number(days) }
  const [start, end] = (text ?? '').split('..')
  return { ...(start ? { start } : {}), ...(end ? { end } : {}) }
}

/** The text of a date filter; no end is no filter. */
export function writeDates({ start, end, within, over }: DateRange): string | undefined {
  if (typeof within === 'number') return `${within}d`
  if (typeof over === 'number') return `over${over}d`
  return start || end ? `${start ?? ''}..${end ?? ''}` : undefined
}

/** What a chip says of its dates. */
export function datesText(text: string): string {
  const preset = datePresets.find(each => each.value === text)
  if (preset) return preset.label
  const { start, end, within, over } = readDates(text)
  if (typeof within === 'number') return `past ${within} ${within === 1 ? 'day' : 'days'}`
  if (typeof over === 'number') return `over ${over} ${over === 1 ? 'day' : 'days'} ago`
  // Late afternoon UTC is the same day in every zone of the country; measured from 1970 a year is always said.
  const short = (part: string) => shortDay(`${part}T17:00:00Z`, new Date(0))
  if (start && end) return start === end ? short(start) : `${short(start)} to ${short(end)}`
  if (start) return `since ${short(start)}`
  return end ? `until ${short(end)}` : ''
}

/** Names one or two, then counts: "Buyer, Renter +3". Unknown values show themselves. */
export function optionsText(values: readonly string[], options: readonly FilterOption[]): string {
  const names = values.map(value => options.find(option => option.value === value)?.label ?? value)
  const shown = names.slice(0, 2).join(', ')
  return names.length > 2 ? `${shown} +${names.length - 2}` : shown
}

/** A run of statuses reads as its ends: "Connected to Offer". */
export function statusesText(values: readonly string[], options: readonly FilterOption[]): string {
  const places = values.map(value => options.findIndex(option => option.value === value)).sort((a, b) => a - b)
  const first = places[0] ?? -1
  const last = places.at(-1) ?? -1
  const isRun = places.length > 2 && first >= 0 && last - first === places.length - 1
  if (!isRun) return optionsText(values, options)
  return `${options[first]?.label} to ${options[last]?.label}`
}

/** Whether anything is filtered. */
export const isFiltered = (filters: FilterState): boolean => filterKeys.some(key => filters[key])
