import { Button, Progress } from '@mantine/core'
import { Figure } from '../../../platform/ui/marks/Figure.tsx'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { count } from '../../../platform/web/text.ts'
import type { DryRun, Import, ImportOptions, Mapping } from '../contract.ts'
import classes from './DryRunPanel.module.css'
import { dryRunSentence, outcomeHues, outcomeLabelOf } from './rules/text.ts'

interface DryRunPanelProps {
  waiting: Import
  /** What is chosen right now: a run under another plan says nothing of it. */
  mapping: Mapping
  options: ImportOptions
  isStarting: boolean
  onRun: () => void
}

/** What the whole file would do, found without saving any of it. */
export function DryRunPanel({ waiting, mapping, options, isStarting, onRun }: DryRunPanelProps) {
  const run = waiting.dry_run
  const isOfThis = run !== null && JSON.stringify([run.mapping, run.options]) === JSON.stringify([mapping, options])
  const isRunning = isOfThis && run.status === 'running'
  return (
    <section className={classes.panel} aria-label="Dry run">
      <div className={classes.head}>
        <h2 className={classes.title}>Dry run</h2>
        <p className={classes.sentence} aria-live="polite">
          {dryRunSentence(waiting, isOfThis)}
        </p>
        <Button
          size="sm"
          variant="default"
          onClick={onRun}
          loading={isStarting}
          disabled={isRunning}
          data-testid="dry-run"
        >
          {run === null ? 'Try without saving' : 'Try again'}
        </Button>
      </div>
      {run !== null && isOfThis && <Found run={run} waiting={waiting} />}
    </section>
  )
}

function Found({ run, waiting }: { run: DryRun; waiting: Import }) {
  const isHistory = (run.options.holds ?? waiting.holds) === 'history'
  const share = waiting.row_count === 0 ? 100 : (run.rows_done / waiting.row_count) * 100
  return (
    <>
      {run.status === 'running' && <Progress value={share} size="xs" radius={0} aria-label="Rows tried" />}
      <div className={classes.figures}>
        <Figure label={isHistory ? 'Matched entries' : 'New leads'} value={count(run.created)} />
        {!isHistory && (
          <Figure
            label="Merged"
            value={count(run.merged)}
            note={run.strangers > 0 ? `${count(run.strangers)} under another name` : undefined}
          />
        )}
        <Figure label="Skipped" value={count(run.skipped)} />
        <Figure label={isHistory ? 'Not matched' : 'Failed'} value={count(run.failed)} />
        <Figure label="Saved in part" value={count(run.warned)} />
      </div>
      <Words title={isHistory ? 'Written by people who are not here' : 'Agents not found'} words={run.agents} />
      <Words title="Areas not found" words={run.areas} />
      {run.rows.length > 0 && (
        <table className={classes.table}>
          <caption className="visually-hidden">Rows to know of before importing</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">What would happen</th>
            </tr>
          </thead>
          <tbody>
            {run.rows.map(({ line, outcome, reason }) => (
              <tr key={line}>
                <td>{count(line)}</td>
                <td>
                  <Badge {...outcomeHues[outcome]}>{outcomeLabelOf(outcome, isHistory)}</Badge> {reason}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function Words({ title, words }: { title: string; words: DryRun['agents'] }) {
  if (words.length === 0) return null
  return (
    <p className={classes.words}>
      <span className={classes.label}>{title}</span>{' '}
      {words.map(({ word, rows }) => `${word} (${count(rows)})`).join(', ')}
    </p>
  )
}
