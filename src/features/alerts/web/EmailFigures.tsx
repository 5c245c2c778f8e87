import { useQuery } from '@tanstack/react-query'
import { Figure } from '../../../platform/ui/marks/Figure.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { isoDay, shortDay, timeOfDay } from '../../../platform/web/time/time.ts'
import type { EmailSummary } from '../contract/emails.ts'
import { alertFrequencies, frequencyLabels } from '../rules/frequency.ts'
import classes from './Emails.module.css'
import { emailSummaryQuery } from './emails.ts'

const MINUTE = 60_000

/** How many alerts there are, what waits, what became of today's e-mails, and why some did not go out. */
export function EmailFigures() {
  const { data, error, refetch } = useQuery(emailSummaryQuery)
  return (
    <section className={classes.section} aria-label="Alerts">
      <header className={classes.head}>
        <h2>Alerts</h2>
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Figures summary={data} />}
    </section>
  )
}

function Figures({ summary: { frequencies, due, waiting, today, reasons } }: { summary: EmailSummary }) {
  const now = useNow(MINUTE)
  const counts = new Map(frequencies.map(({ alert_frequency, alerts }) => [alert_frequency, alerts]))
  return (
    <>
      <div className={classes.figures}>
        {alertFrequencies.map(frequency => (
          <Figure key={frequency} label={frequencyLabels[frequency]} value={count(counts.get(frequency) ?? 0)} />
        ))}
      </div>
      <div className={classes.figures}>
        <Figure label="Sent today" value={count(today.sent)} />
        <Figure label="On their way" value={count(waiting)} />
        <Figure label="Refused today" value={count(today.refused)} />
        <Figure label="Failed today" value={count(today.failed)} />
        <Figure label="Alerts with homes to send" value={count(due.alerts)} />
        <Figure label="Next to send" value={due.next_at ? formatMoment(due.next_at, now) : '–'} />
      </div>
      {reasons.length > 0 && (
        <details className={classes.reasons}>
          <summary>Why e-mails were not sent in the last seven days</summary>
          <ul>
            {reasons.map(({ problem, emails }) => (
              <li key={problem}>
                <span>{problem}</span>
                <span>{count(emails)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function formatMoment(at: string, now: Date): string {
  if (Date.parse(at) <= now.getTime()) return 'Now'
  return isoDay(at) === isoDay(now) ? timeOfDay(at) : `${shortDay(at, now)}, ${timeOfDay(at)}`
}
