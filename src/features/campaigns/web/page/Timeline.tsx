import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { IconPlus, IconRepeat } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { count } from '../../../../platform/web/text.ts'
import { isAutomatic } from '../../../tasks/rules/tasks.ts'
import type { Campaign, CampaignStep } from '../../contract/records.ts'
import { daysOf } from '../../rules/plan.ts'
import { stepLine } from '../../rules/steps.ts'
import { orderSteps } from '../client.ts'
import classes from './CampaignPage.module.css'
import { StepNode } from './StepNode.tsx'

interface TimelineProps {
  campaign: Campaign
  openId: number | null
  onOpen(id: number): void
  /** `null` for whoever may not change the campaign. */
  onAdd: (() => void) | null
}

/** The ids with one of them in the place of another. */
export function movedBefore(ids: readonly number[], id: number, target: number): number[] {
  const at = ids.indexOf(target)
  const others = ids.filter(one => one !== id)
  return others.toSpliced(Math.min(at, others.length), 0, id)
}

/** The steps in their order, each on its day. They are moved with the mouse, or with the buttons beside the open one. */
export function Timeline({ campaign, openId, onOpen, onAdd }: TimelineProps) {
  const { steps, instance_counts, may_change } = campaign
  const days = daysOf(steps)
  const ids = steps.map(({ id }) => id)
  return (
    <ol className={classes.timeline} aria-label="Steps">
      {steps.map((step, index) => (
        <TimelineStep
          key={step.id}
          step={step}
          day={index > 0 && days[index] === days[index - 1] ? null : (days[index] ?? 0)}
          all={instance_counts.all}
          isOpen={step.id === openId}
          mayMove={may_change}
          onOpen={() => onOpen(step.id)}
          onDrop={id => void orderSteps(campaign.id, movedBefore(ids, id, step.id))}
        />
      ))}
      {onAdd && (
        <li>
          <button type="button" className={classes.add} onClick={onAdd}>
            <span className={classes.plus}>
              <IconPlus size={15} stroke={1.6} aria-hidden />
            </span>
            Add a step
          </button>
        </li>
      )}
    </ol>
  )
}

interface TimelineStepProps {
  step: CampaignStep
  /** `null` where it is that of the step before. */
  day: number | null
  all: number
  isOpen: boolean
  mayMove: boolean
  onOpen(): void
  onDrop(id: number): void
}

function TimelineStep({ step, day, all, isOpen, mayMove, onOpen, onDrop }: TimelineStepProps) {
  const { name, step_type, reached, waiting, recurring } = step
  const { ref, isOver } = useMoving(step.id, mayMove, onDrop)
  return (
    <li ref={ref} data-over={isOver || undefined}>
      <button type="button" className={classes.step} aria-current={isOpen ? 'step' : undefined} onClick={onOpen}>
        <span className={classes.day}>{day === null ? '' : `Day ${day}`}</span>
        <StepNode type={step_type} />
        <span className={classes.what}>
          <b>
            {name}
            {recurring && <IconRepeat size={13} stroke={1.6} role="img" aria-label="repeats" />}
            {!isAutomatic(step_type) && <Badge>You do this</Badge>}
          </b>
          <span>{stepLine(step)}</span>
        </span>
        <span className={classes.share} aria-hidden>
          <i style={{ width: `${all === 0 ? 0 : Math.round((reached / all) * 100)}%` }} />
        </span>
        <span className={classes.number}>
          <b>{count(reached)}</b> reached
        </span>
        <span className={classes.number}>
          <b>{count(waiting)}</b> waiting
        </span>
      </button>
    </li>
  )
}

/** Lets a step be dragged onto another one, whose place it takes. */
function useMoving(id: number, isEnabled: boolean, onDrop: (id: number) => void) {
  const ref = useRef<HTMLLIElement>(null)
  const [isOver, setIsOver] = useState(false)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    const element = ref.current
    if (!element || !isEnabled) return undefined
    return combine(
      draggable({ element, getInitialData: () => ({ campaignStep: id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.campaignStep === 'number' && source.data.campaignStep !== id,
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop({ source }) {
          setIsOver(false)
          drop.current(Number(source.data.campaignStep))
        },
      }),
    )
  }, [id, isEnabled])
  return { ref, isOver }
}
