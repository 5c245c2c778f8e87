import type { Campaign, CampaignStatistics } from '../../contract/records.ts'
import { wordings } from '../../rules/wordings.ts'

/** A field of CSV; what a spreadsheet would take for a formula is text. */
const field = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const columns = ['Step', 'Type', 'Reached', 'Delivered', 'Answered', 'Done', 'Refused', 'Left out', 'Failed', 'Unknown']
const columnsOfWordings = wordings.flatMap(wording =>
  ['sent', 'replied', 'replied %', 'likely from %', 'likely to %'].map(what => `${wording.toUpperCase()} ${what}`),
)

/** The figures of each step as CSV, a line each; those of its wordings behind, where any step has two. */
export function statisticsCsv({ steps }: Pick<Campaign, 'steps'>, statistics: CampaignStatistics): string {
  const figures = new Map(statistics.steps.map(one => [one.step_id, one]))
  const comparisons = new Map(statistics.comparisons.map(one => [one.step_id, one]))
  const names = comparisons.size > 0 ? [...columns, ...columnsOfWordings] : columns
  const rows = steps.map(({ id, name, step_type }) => {
    const one = figures.get(id)
    const numbers = one
      ? [one.reached, one.delivered, one.answered, one.done, one.refused, one.left_out, one.failed, one.unknown]
      : []
    const comparison = comparisons.get(id)
    const compared = wordings.flatMap(wording => {
      const { sent, replies, rate, low, high } = comparison?.[wording] ?? {}
      return rate === null ? [sent, replies, '', '', ''] : [sent, replies, rate, low, high]
    })
    return [name, step_type, ...numbers, ...(comparisons.size > 0 ? compared.map(value => value ?? '') : [])]
  })
  return [names, ...rows].map(row => row.map(field).join(',')).join('\r\n')
}
