import { Button } from '@mantine/core'
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge, PanelSection, Sparkline } from '../../../../platform/ui/pieces.tsx'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { Automation, DryRun } from '../../contract/records.ts'
import { DRY_RUN_DAYS } from '../../rules/definition.ts'
import type { Rehearsal } from '../editor/useEditor.ts'
import { WhyPanel } from '../runs/WhyPanel.tsx'
import classes from './DryRun.module.css'
import { DryRunTable } from './DryRunTable.tsx'
import { PlannedRow } from './PlannedRow.tsx'

const HOUR = 3_600_000
const SHOWN = 6

interface DryRunPanelProps {
  automation: Automation | null
  rehearsal: Rehearsal
}

/** What the flow would have done in the last 30 days, or the way to find out. */
export function DryRunPanel({ automation, rehearsal }: DryRunPanelProps) {
  const { result, isOld, isRunning, failure, run } = rehearsal
  return (
    <div className={classes.panel} aria-busy={isRunning}>
      {failure !== null && (
        <p className={classes.failure} role="alert">
          The dry run failed. {failure}
        </p>
      )}
      {result ? (
        <Result result={result} isOld={isOld} onAgain={run} />
      ) : (
        <section className={classes.intro} aria-label="Dry run">
          <h2>Dry run</h2>
          <p className={classes.sentence}>See what this would have done in the last {DRY_RUN_DAYS} days.</p>
          <p className={classes.note}>
            Who would have got it, when, and what stood in the way. Nothing is sent and nothing changes. An automation
            is switched on after a dry run.
          </p>
          {run ? (
            <Button loading={isRunning} onClick={run}>
              Start the dry run
            </Button>
          ) : (
            <p className={classes.note}>Save it first.</p>
          )}
        </section>
      )}
      {automation && <WhyPanel automation={automation} />}
    </div>
  )
}

function Result({ result, isOld, onAgain }: { result: DryRun; isOld: boolean; onAgain: (() => void) | null }) {
  const now = useNow(HOUR)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <section className={classes.intro} aria-label="Dry run" aria-live="polite">
        <header>
          <h2>Dry run</h2>
          <span>
            {shortDay(result.from, now)} to {shortDay(result.to, now)}
          </span>
          <Badge hue={isOld ? 'amber' : 'green'}>{isOld ? 'Before your change' : 'Nothing was sent'}</Badge>
        </header>
        <p className={classes.sentence}>{result.sentence}</p>
        <Days days={result.days} now={now} />
        {isOld && onAgain && (
          <Button variant="default" leftSection={<IconRefresh size={15} stroke={1.6} aria-hidden />} onClick={onAgain}>
            Run again
          </Button>
        )}
      </section>
      <Stopped stopped={result.stopped} />
      {result.table.length > 0 && (
        <PanelSection
          title="Leads"
          count={result.leads}
          action={
            <button type="button" className={classes.link} onClick={() => setIsOpen(true)}>
              Open as table
            </button>
          }
        >
          <ul className={classes.rows}>
            {result.table.slice(0, SHOWN).map(run => (
              <PlannedRow key={`${run.lead.id} ${run.at}`} run={run} now={now} />
            ))}
          </ul>
        </PanelSection>
      )}
      {result.feeds.map(({ id, text, is_loop }) => (
        <p key={id} className={classes.feed} data-loop={is_loop || undefined}>
          <IconCircleCheck size={16} stroke={1.6} aria-hidden /> {text}
        </p>
      ))}
      {isOpen && <DryRunTable result={result} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Runs of each day; a chart without any value is not drawn. */
function Days({ days, now }: { days: DryRun['days']; now: Date }) {
  const most = days.toSorted((one, other) => other.runs - one.runs)[0]
  const [first, last] = [days[0], days.at(-1)]
  if (!most || !first || !last || most.runs === 0) return null
  const day = (date: string) => shortDay(`${date}T17:00:00Z`, now)
  return (
    <div className={classes.days}>
      <Sparkline
        values={days.map(({ runs }) => runs)}
        recent={0}
        width={380}
        height={44}
        label={`Runs of each day, most ${most.runs} on ${day(most.date)}`}
      />
      <p>
        <span>{day(first.date)}</span>
        <span>
          {most.runs} on {day(most.date)}
        </span>
        <span>{day(last.date)}</span>
      </p>
    </div>
  )
}

function Stopped({ stopped }: { stopped: DryRun['stopped'] }) {
  if (stopped.length === 0) return null
  const most = Math.max(...stopped.map(one => one.count))
  return (
    <PanelSection title="What stopped it" count={stopped.reduce((sum, one) => sum + one.count, 0)}>
      <ul className={classes.rows}>
        {stopped.map(({ reason, count: amount }) => (
          <li key={reason} className={classes.reason}>
            <span>{reason}</span>
            <span className={classes.bar} aria-hidden>
              <i style={{ width: `${Math.max(4, Math.round((amount / most) * 100))}%` }} />
            </span>
            <b>{count(amount)}</b>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
