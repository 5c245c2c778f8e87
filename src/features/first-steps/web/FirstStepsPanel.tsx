import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FrameActions, FrameNote } from '../../../platform/ui/frame/Frame.tsx'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { fullTime } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { FirstSteps } from '../contract.ts'
import type { StepId } from '../rules.ts'
import { dismissGuide, restoreGuide, watchedSenderQuery, watchedStepsQuery } from './client.ts'
import classes from './FirstSteps.module.css'
import { StepDetail, stepTitles } from './StepDetail.tsx'
import { type ShownStep, shownSteps } from './useFirstSteps.ts'

/** The way from an empty installation to the first lead: each step with how far it is, and where one does it. */
export function FirstStepsPanel() {
  const { data, error, refetch } = useQuery(watchedStepsQuery)
  const { data: sender } = useQuery(watchedSenderQuery)
  const [chosen, setChosen] = useState<StepId | null>(null)
  const isWide = useIsWide()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const steps = shownSteps(data, sender)
  const next = steps.find(({ state }) => state === 'open')
  const open = steps.find(({ id }) => id === chosen) ?? next ?? steps[0]
  const done = steps.filter(({ state }) => state === 'done').length
  const isOver = done === steps.length
  return (
    <>
      <FrameNote>
        <Standing steps={data} done={done} total={steps.length} isOver={isOver} />
      </FrameNote>
      <FrameActions>
        {data.dismissed && (
          <Button variant="default" onClick={() => void restoreGuide()}>
            Show it again
          </Button>
        )}
        {!data.dismissed && !isOver && (
          <Button variant="default" onClick={() => void dismissGuide()}>
            Put away
          </Button>
        )}
      </FrameActions>
      <div className={classes.guide}>
        <ol className={classes.steps} aria-label="Steps">
          {steps.map(step => (
            <li key={step.id}>
              <StepRow step={step} isOpen={step.id === open?.id} onOpen={() => setChosen(step.id)} />
              {!isWide && step.id === open?.id && <StepDetail step={step} sender={sender} />}
            </li>
          ))}
        </ol>
        {isWide && open && <StepDetail key={open.id} step={open} sender={sender} />}
      </div>
    </>
  )
}

interface StandingProps {
  steps: FirstSteps
  done: number
  total: number
  isOver: boolean
}

function Standing({ steps: { dismissed }, done, total, isOver }: StandingProps) {
  if (isOver) return 'Everything is done: the next lead may come.'
  const said = `${done} of ${total} done.`
  return dismissed
    ? `${said} Put away ${dismissed.by ? `by ${dismissed.by} ` : ''}on ${fullTime(dismissed.at)}.`
    : `${said} Leave and come back at any time; what you do elsewhere counts here.`
}

const words: Readonly<Record<ShownStep['state'], string>> = { done: 'Done', open: 'To do', checking: 'Checking' }

function StepRow({ step: { id, state, facts }, isOpen, onOpen }: { step: ShownStep; isOpen: boolean; onOpen(): void }) {
  return (
    <button type="button" className={classes.step} aria-expanded={isOpen} data-state={state} onClick={onOpen}>
      <span className={classes.mark} role="img" aria-label={words[state]}>
        {state === 'done' && <IconCheck size={14} stroke={2.4} aria-hidden />}
        {state === 'checking' && <Ring turn={0.4} size={22} label="" />}
      </span>
      <span className={classes.text}>
        <b>{stepTitles[id]}</b>
        <span>{facts}</span>
      </span>
    </button>
  )
}
