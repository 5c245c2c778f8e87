import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import { fullTime, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { Automation, RunDetail, RunStep } from '../../contract/records.ts'
import { stopReasons } from '../../rules/runs.ts'
import { retryRun, runQuery, skipStep, stopRun } from '../client.ts'
import { LeadLink } from '../dry/PlannedRow.tsx'
import { StepMark } from '../flow/StepMark.tsx'
import { type Names, stepTitle } from '../rules/words.ts'
import classes from './Runs.module.css'

interface RunLogProps {
  automation: Automation
  runId: number
  names: Names
  /** Back to the list, where only one of the two is shown. */
  onBack?: () => void
}

/** One run, step by step: what each did, when, and what can be done where it stands. */
export function RunLog({ automation, runId, names, onBack }: RunLogProps) {
  const { data: run, error, refetch } = useQuery(runQuery(automation.id, runId))
  if (error && !run) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!run) return <Loading />
  return (
    <section aria-label={`Run of ${run.lead.name}`}>
      <header className={classes.head}>
        {onBack && (
          <ActionIcon aria-label="All runs" onClick={onBack}>
            <IconArrowLeft size={18} stroke={1.6} />
          </ActionIcon>
        )}
        <div>
          <h2>
            <LeadLink lead={run.lead} />
          </h2>
          <p>{runLine(run)}</p>
        </div>
        {automation.may_change && <RunButtons automationId={automation.id} run={run} />}
      </header>
      <ol className={classes.steps} aria-label="Steps of the run">
        <LogStep kind={run.definition.trigger.kind} meta="Trigger" title={run.trigger_text} at={run.triggered_at}>
          {run.caused_by
            ? `Set off by “${run.caused_by.name}”, ${run.generation} in a row`
            : 'Not set off by another automation'}
        </LogStep>
        {run.steps.map(step => (
          <StepOfRun key={`${step.step_id} ${step.at}`} step={step} run={run} names={names} />
        ))}
      </ol>
    </section>
  )
}

/** "Run 1184 · version 3 · its goal was reached". */
function runLine({ id, number, state, stop_reason, next_at }: RunDetail): string {
  const ended = stop_reason === null ? null : stopReasons[stop_reason].toLowerCase()
  const waits = state === 'waiting' && next_at !== null && `waits until ${fullTime(next_at)}`
  return [`Run ${id}`, `version ${number}`, ended, waits].filter(Boolean).join(' · ')
}

interface LogStepProps {
  kind: string
  meta: string
  title: string
  at: string
  state?: RunStep['state']
  children: ReactNode
}

function LogStep({ kind, meta, title, at, state, children }: LogStepProps) {
  return (
    <li data-state={state}>
      <StepMark kind={kind} />
      <div>
        <p>
          {meta} <b>{title}</b>
        </p>
        <p className={classes.came}>{children}</p>
      </div>
      <time dateTime={at}>{timeOfDay(at)}</time>
    </li>
  )
}

const ways = { yes: 'Yes', no: 'No', met: 'it happened', otherwise: 'time ran out' } as const

function StepOfRun({ step, run, names }: { step: RunStep; run: RunDetail; names: Names }) {
  const planned = run.definition.steps.find(({ id }) => id === step.step_id)
  const { meta, title } = planned ? stepTitle(planned, names) : { meta: '', title: step.kind }
  return (
    <LogStep kind={step.kind} meta={meta} title={title} at={step.at} state={step.state}>
      {[
        step.text,
        step.way && `went on at ${ways[step.way]}`,
        step.until && `until ${timeOfDay(step.until)}`,
        step.tries > 1 && `${step.tries} tries`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </LogStep>
  )
}

function RunButtons({ automationId, run }: { automationId: number; run: RunDetail }) {
  const retry = useUndoable(() => ({ run: () => retryRun(automationId, run.id), said: 'The step is tried again.' }))
  const skip = useUndoable(() => ({ run: () => skipStep(automationId, run.id), said: 'The step is left out.' }))
  const stop = useUndoable(() => ({ run: () => stopRun(automationId, run.id), said: 'The run has ended.' }))
  const isOpen = run.state === 'waiting' || run.state === 'running'
  const isFailed = run.state === 'failed'
  return (
    <span className={classes.buttons}>
      {isFailed && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} stroke={1.6} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.run()}
        >
          Retry
        </Button>
      )}
      {(isFailed || isOpen) && (
        <Button variant="default" loading={skip.isPending} onClick={() => skip.run()}>
          Skip the step
        </Button>
      )}
      {(isFailed || isOpen) && (
        <Button variant="subtle" color="gray" loading={stop.isPending} onClick={() => stop.run()}>
          End the run
        </Button>
      )}
    </span>
  )
}
