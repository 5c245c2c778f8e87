import { Sparkline } from '@mantine/charts'
import type { ReactNode } from 'react'
import { Figure } from '../../../../platform/ui/marks/Figure.tsx'
import { count } from '../../../../platform/web/text.ts'
import { countdown } from '../../../../platform/wire/clock.ts'
import type { EveningLine, Figures, HappyHourReport } from '../../contract.ts'
import { percent, shareOf, shortDays } from './numbers.ts'
import classes from './Report.module.css'

interface ShownFigure {
  label: string
  value: ReactNode
  note: ReactNode
  of: (evening: EveningLine) => number
}

/** The five figures, each with how it went from evening to evening. */
export function ReportFigures({ report }: { report: HappyHourReport }) {
  return (
    <div className={classes.figures}>
      {figuresOf(report).map(({ label, value, note, of }) => (
        <div key={label} className={classes.figure}>
          <Figure
            label={label}
            value={value}
            note={note}
            chart={
              report.evenings.length > 1 && (
                <Sparkline
                  w={64}
                  h={32}
                  data={report.evenings.map(of)}
                  curveType="linear"
                  color="var(--kt-accent)"
                  fillOpacity={0.14}
                  strokeWidth={1.6}
                  aria-hidden="true"
                  inert
                />
              )
            }
          />
        </div>
      ))}
    </div>
  )
}

function figuresOf({ totals, before }: HappyHourReport): ShownFigure[] {
  const days = shortDays(before)
  return [
    {
      label: 'Claims',
      value: count(totals.claims),
      note: <Growth now={totals.claims} was={before.claims} days={days} />,
      of: one => one.claims,
    },
    {
      label: 'Median to first follow-up',
      value: totals.follow_up_seconds === null ? '–' : countdown(totals.follow_up_seconds),
      note: <Faster now={totals.follow_up_seconds} was={before.follow_up_seconds} days={days} />,
      of: one => one.follow_up_seconds ?? 0,
    },
    {
      label: 'Followed up within 5 minutes',
      value: percent(totals.in_time, totals.claims),
      note: <Points now={totals} was={before} />,
      of: one => shareOf(one.in_time, one.claims),
    },
    {
      label: 'Connected',
      value: count(totals.connected),
      note: `${percent(totals.connected, totals.claims)} of claims`,
      of: one => one.connected,
    },
    {
      label: 'Converted',
      value: count(totals.converted),
      note: `${percent(totals.converted, totals.claims)} of claims so far`,
      of: one => one.converted,
    },
  ]
}

const signed = (value: number, text: string): string => `${value < 0 ? '−' : '+'}${text}`

interface Comparison {
  now: number
  was: number
  days: string
}

function Growth({ now, was, days }: Comparison) {
  if (was === 0) return <>none on {days}</>
  const change = Math.round(((now - was) / was) * 100)
  return (
    <>
      <b data-good={change >= 0 || undefined}>{signed(change, `${Math.abs(change)} %`)}</b> on {days}
    </>
  )
}

function Faster({ now, was, days }: { now: number | null; was: number | null; days: string }) {
  if (now === null || was === null) return <>nothing to compare</>
  return (
    <>
      <b data-good={now <= was || undefined}>{signed(now - was, countdown(Math.abs(now - was)))}</b> on {days}
    </>
  )
}

function Points({ now, was }: { now: Figures; was: Figures }) {
  if (was.claims === 0) return <>nothing to compare</>
  const points = Math.round((shareOf(now.in_time, now.claims) - shareOf(was.in_time, was.claims)) * 100)
  return (
    <>
      <b data-good={points >= 0 || undefined}>{signed(points, String(Math.abs(points)))}</b> points
    </>
  )
}
