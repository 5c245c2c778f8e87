import type { Config } from '../../../../platform/server/config.ts'
import { composeEmail, type EmailContent } from '../../../../platform/server/mail/compose.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { emailBrand } from '../../../../product/brand/emailBrand.ts'
import type { Report, ReportColumn, SavedReport } from '../../contract.ts'
import { writtenDays, writtenNumber } from '../../rules/numbers.ts'
import type { Period } from '../../rules/period.ts'
import { type Schedule, scheduleText } from '../../rules/schedule.ts'
import { reportEmail as template } from '../emails/report.gen.ts'

type Site = Pick<Config, 'siteName' | 'brand' | 'publicUrl' | 'mode' | 'port'>

const whose: Readonly<Record<Report['scope'], string>> = {
  everyone: 'The whole brokerage.',
  team: 'Your team.',
  own: 'Your own numbers.',
}

interface Sent {
  saved: Pick<SavedReport, 'id' | 'name' | 'team'>
  report: Report
  schedule: Schedule
}

/** A saved report as an e-mail. `null` where nobody said under which address the product is reached. */
export function scheduledReportEmail(site: Site, { saved, report, schedule }: Sent): EmailContent | null {
  const url = emailLink(site)
  if (!url) return null
  const days = writtenDays(report)
  const figures = figuresOf(report)
  const asked = addressOf(report, saved.team?.id ?? null)
  return composeEmail(
    template,
    {
      subject: `${saved.name}: ${days}`,
      name: saved.name,
      preheader: figures.map(({ label, value }) => `${label} ${value}`).join(', '),
      days,
      whose: saved.team ? `${saved.team.name}.` : whose[report.scope],
      figures,
      open_url: `${url}/reports?${asked}`,
      csv_url: `${url}/reports?${asked}&download=csv`,
      change_url: `${url}/reports?saved=${saved.id}`,
      schedule: scheduleText(schedule),
    },
    emailBrand(site, url),
  )
}

const addressOf = ({ name, from, to }: Pick<Report, 'name'> & Period, team: number | null): string =>
  new URLSearchParams({ report: name, from, to, ...(team === null ? {} : { team: String(team) }) }).toString()

/** What stands on top of a report, or of one without such figures, its rows. */
function figuresOf({ columns, rows, totals, totals_before }: Report) {
  const shown = columns.flatMap((column, index) => (column.is_figure ? [{ column, index }] : []))
  if (shown.length > 0)
    return shown.map(({ column, index }) => figure(column.label, column, [totals[index], totals_before[index]]))
  const [first] = columns
  return first ? rows.map(({ label, values, before }) => figure(label, first, [values[0], before[0]])) : []
}

const figure = (
  label: string,
  { unit }: Pick<ReportColumn, 'unit'>,
  [now, before]: readonly [number | null | undefined, number | null | undefined],
) => ({ label, value: writtenNumber(now ?? null, unit), before: writtenNumber(before ?? null, unit) })
