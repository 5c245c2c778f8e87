import { priceInShort } from '../../../../platform/web/money.ts'
import { count } from '../../../../platform/web/text.ts'
import { ago, daysSince, shortDay, sinceShort } from '../../../../platform/web/time/time.ts'
import { region } from '../../../../product/region/region.ts'
import type { LeadRow } from '../../contract/record.ts'

/** What is said to those who see leads in lists and may not open them. */
export const NO_PROFILES = 'You don’t have access to lead profiles. Ask an administrator for it.'

/** Areas that a row names before it counts the rest. */
export const AREA_CAP = 2
/** Days without contact after which the figure turns red. */
export const NEGLECTED_AFTER_DAYS = 14

/** How long ago somebody was contacted. */
export const contactedText = (instant: string | null, now: Date, zone = region.zone): string =>
  instant ? withoutDay(ago(instant, now, zone)) : 'Never'

/** A day in the width of a row's cell: "Nov 19"; of another year only "Aug 2025". */
export const rowDay = (instant: string, now: Date, zone = region.zone): string =>
  withoutDay(shortDay(instant, now, zone))

/** When somebody was on a site last, in the width of a row's cell: "3 h", "Nov 19"; in another year only "Aug 2025". */
export const activeText = (instant: string, now: Date, zone = region.zone): string =>
  withoutDay(sinceShort(instant, now, zone))

const withoutDay = (day: string): string => day.replace(/ \d+, /, ' ')

/** No contact for 14 days: for a lead never contacted, counted from its sign-up. */
export function isNeglected(
  lead: { last_contacted_at: string | null; created_at: string },
  now: Date,
  zone = region.zone,
): boolean {
  return daysSince(lead.last_contacted_at ?? lead.created_at, now, zone) >= NEGLECTED_AFTER_DAYS
}

/** "1,284", and "10,000+" where the server stopped counting. */
export function countText(counted: { total: number; total_is_estimate?: boolean } | undefined): string {
  if (!counted) return ''
  return counted.total_is_estimate && counted.total > 10_000 ? '10,000+' : count(counted.total)
}

/** All areas of a lead, in the order in which they are named. */
export const areasOf = (lead: { primary_areas: readonly string[]; all_areas: readonly string[] }): string[] => [
  ...lead.primary_areas,
  ...lead.all_areas,
]

/** The areas that a row names, and how many more there are. */
export function areasShown(areas: readonly string[], cap = AREA_CAP): { names: string; more: number } {
  return { names: areas.slice(0, cap).join(', '), more: Math.max(0, areas.length - cap) }
}

/** The name of a lead, or what stands for it. */
export const leadName = (lead: { first_name: string | null; last_name: string | null }): string =>
  [lead.first_name, lead.last_name].filter(Boolean).join(' ') || 'No name'

/** The price column comes from `searches_price_max`; what the lead said is second best. */
export const priceText = (lead: Pick<LeadRow, 'searches_price_max' | 'stated_price_max'>): string => {
  const price = lead.searches_price_max || lead.stated_price_max
  if (!price) return ''
  return priceInShort(price)
}
