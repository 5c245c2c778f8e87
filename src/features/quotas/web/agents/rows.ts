import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import { daysSince, shortDay, sinceShort, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { AgentQuotaRow, QuotaFilter } from '../../contract/agents.ts'
import { shows } from '../../rules/filters.ts'
import { dayText } from '../client.ts'

/** The rows that fit a filter and what is searched for, in agents' and teams' names. */
export function shown(
  rows: readonly AgentQuotaRow[],
  { filter, term }: { filter: QuotaFilter; term: string },
): AgentQuotaRow[] {
  const wanted = term.trim().toLowerCase()
  return rows.filter(row => shows[filter](row) && `${row.name} ${row.team ?? ''}`.toLowerCase().includes(wanted))
}

/** What stands behind an agent, at most one: what keeps offers away first. */
export function badgeOf(row: AgentQuotaRow): { text: string; hue: Hue | null } | null {
  if (row.away_until !== null) return { text: `Away to ${dayText(row.away_until)}`, hue: null }
  if (row.is_day_off) return { text: 'Day off', hue: null }
  if (row.is_over_untouched) return { text: `${row.untouched} untouched`, hue: 'amber' }
  if (row.is_override) return { text: 'Override', hue: 'blue' }
  if (row.is_at_limit) return { text: 'At limit', hue: null }
  return row.is_pro_rata ? { text: 'New, pro rata', hue: null } : null
}

/** "5 / 12", "5" without a limit. */
export const useText = (used: number, limit: number | null): string =>
  limit === null ? `${used}` : `${used} / ${limit}`

/** How full a ring is: the share used, full where nothing is allowed. */
export const turnOf = (used: number, limit: number | null): number => {
  if (limit === null) return 0
  return limit === 0 ? 1 : used / limit
}

/** "4:30", of minutes; a dash where nothing was answered. */
export function minutesText(minutes: number | null): string {
  if (minutes === null) return '–'
  const seconds = Math.round(minutes * 60)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** "1.8 %"; a dash for somebody who got no lead. */
export const percentText = (percent: number | null): string => (percent === null ? '–' : `${percent.toFixed(1)} %`)

/** "2 of 4", "Own limits", a dash without rules. */
export function rungText({ rung, rungs, weekly }: AgentQuotaRow): string {
  if (rung !== null) return `${rung} of ${rungs}`
  return weekly === null ? '–' : 'Own limits'
}

const DAYS_OF_WEEK = 7

/** "Today 8:55 AM", "2 d", "Nov 12"; a dash for somebody who was never offered anything. */
export function lastOfferText(at: string | null, now: Date): string {
  if (at === null) return '–'
  const days = daysSince(at, now)
  if (days <= 0) return `Today ${timeOfDay(at)}`
  return days < DAYS_OF_WEEK ? `${sinceShort(at, now)} ago` : shortDay(at, now)
}

const quoted = (value: string | number | null): string => {
  const text = String(value ?? '')
  // A spreadsheet would take a text that begins like this for a formula.
  const plain = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** The rows as a CSV file, as spreadsheets read it. */
export function csvOf(rows: readonly AgentQuotaRow[]): string {
  const head = [
    'Agent',
    'Team',
    'Type',
    'Rung',
    'Used today',
    'A day',
    'Used this week',
    'A week',
    'Last offer',
    'Answers in (minutes)',
    'Converts (%)',
    'Note',
  ]
  const lines = rows.map(row => [
    row.name,
    row.team,
    row.type,
    row.rung,
    row.used_today,
    row.daily,
    row.used_week,
    row.weekly,
    row.last_offer_at,
    row.answers_in === null ? null : Math.round(row.answers_in * 10) / 10,
    row.converts === null ? null : Math.round(row.converts * 10) / 10,
    badgeOf(row)?.text ?? null,
  ])
  return `\uFEFF${[head, ...lines].map(line => line.map(quoted).join(',')).join('\r\n')}\r\n`
}
