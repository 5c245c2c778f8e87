import { z } from 'zod'
import { LeadRoleName } from '../../../leads/contract/record.ts'

/** Whose claims, and on whom, the report is about, as the address holds it. */
export const NarrowedReport = z.object({ team: z.int(), agent: z.int(), site: z.int(), type: LeadRoleName }).partial()

/** Which claims the report is about. Days are yyyy-MM-dd, both included. */
export interface ReportFilters extends z.output<typeof NarrowedReport> {
  from: string
  to: string
}

const DAY = 86_400_000

const daysFrom = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

function quarterStart(today: string): string {
  const month = Number(today.slice(5, 7))
  return `${today.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
}

/** The ranges that stand as tabs. */
export const presets = [
  { id: 'month', label: 'This month', from: (today: string) => `${today.slice(0, 8)}01` },
  { id: 'days', label: 'Past 30 days', from: (today: string) => daysFrom(today, -29) },
  { id: 'quarter', label: 'Quarter', from: quarterStart },
] as const
export type PresetId = (typeof presets)[number]['id']

/** The days of a preset. */
export function rangeOf(id: PresetId, today: string): { from: string; to: string } {
  return { from: presets.find(one => one.id === id)?.from(today) ?? today, to: today }
}
