import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { count } from '../../../../platform/web/text.ts'
import { fullTime, timeOfDay } from '../../../../platform/web/time/time.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import type { DryRun, PlannedRun } from '../../contract/records.ts'
import classes from './DryRun.module.css'
import { LeadLink } from './PlannedRow.tsx'

const states: Readonly<Record<PlannedRun['state'], string>> = {
  done: 'Done',
  stopped: 'Stopped',
  waiting: 'Still waiting',
}

/** Who, when and what of a dry run; each row opens the steps that the lead would have gone through. */
export function DryRunTable({ result, onClose }: { result: DryRun; onClose(): void }) {
  const isWide = useIsWide()
  const { table, runs } = result
  return (
    <Dialog opened onClose={onClose} title="Dry run: who, when, what" size={980} fullScreen={!isWide}>
      <div className={classes.tableHolder}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>Who</th>
              <th>When</th>
              <th>Outcome</th>
              <th>What</th>
            </tr>
          </thead>
          <tbody>
            {table.map(run => (
              <tr key={`${run.lead.id} ${run.at}`}>
                <td>
                  <LeadLink lead={run.lead} />
                </td>
                <td>{fullTime(run.at)}</td>
                <td>{states[run.state]}</td>
                <td>
                  <Steps run={run} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {runs > table.length && (
        <p className={classes.note}>
          The newest {count(table.length)} of {count(runs)}. All are counted.
        </p>
      )}
    </Dialog>
  )
}

function Steps({ run }: { run: PlannedRun }) {
  if (run.steps.length === 0) return run.summary
  return (
    <details>
      <summary>{run.summary}</summary>
      <ol className={classes.steps}>
        {run.steps.map(step => (
          <li key={`${step.step_id} ${step.at}`}>
            <time dateTime={step.at}>{timeOfDay(step.at)}</time> {step.text}
          </li>
        ))}
      </ol>
    </details>
  )
}
