import type { Campaign, CampaignStatistics } from '../../contract/records.ts'

/** A field of CSV; what a spreadsheet would take for a formula is text. */
const field = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The figures of each step as CSV, a line each. */
export function statisticsCsv({ steps }: Pick<Campaign, 'steps'>, statistics: CampaignStatistics): string {
  const figures = new Map(statistics.steps.map(one => [one.step_id, one]))
  const names = ['Step', 'Type', 'Reached', 'Delivered', 'Answered', 'Done', 'Refused', 'Left out', 'Failed', 'Unknown']
  const rows = steps.map(({ id, name, step_type }) => {
    const one = figures.get(id)
    const numbers = one
      ? [one.reached, one.delivered, one.answered, one.done, one.refused, one.left_out, one.failed, one.unknown]
      : []
    return [name, step_type, ...numbers]
  })
  return [names, ...rows].map(row => row.map(field).join(',')).join('\r\n')
}
