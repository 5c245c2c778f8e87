import type { LeadFilters } from '../../../leads/contract/filters.ts'
import { ConditionList } from '../../../leads/web/pieces/LeadConditions.tsx'
import { tagsQuery } from '../../../tags/web/client.ts'
import type { Step } from '../../contract/definition.ts'
import { type FlowModel, reachedOf } from '../editor/model.ts'
import { followerOn, type Place, waysOf } from '../rules/edit.ts'
import { openSteps, triggerProblems } from '../rules/steps.ts'
import { stepTitle, triggerTitle, untilTitle, wayLabel } from '../rules/words.ts'
import { AddStep } from './AddStep.tsx'
import { Canvas, type CanvasBox, type CanvasLine } from './Canvas.tsx'
import classes from './FlowView.module.css'
import { StepMark } from './StepMark.tsx'
import { ConditionChip, Tile } from './Tile.tsx'

const TRIGGER = 'trigger'
const WIDTH = 264
const HEIGHT = 58
const NOTE = 16
const CHIP = 28

/** How high a tile is whose conditions stand beneath each other. */
const heightWith = (filters: LeadFilters, hasNote = false): number =>
  HEIGHT + Object.keys(filters).length * CHIP + (hasNote ? NOTE : 0)

/** The automation as a picture: the trigger on top, each step where the flow comes to it, with what the dry run counted. */
export function FlowView(props: FlowModel) {
  const { definition, chosen, choose } = props
  const boxes = boxesOf(props)
  const lines = linesOf(props)
  return (
    <div className={classes.place}>
      <Canvas label="Flow" boxes={boxes} lines={lines} onRest={() => choose(null)} />
      <button
        type="button"
        className={classes.goal}
        aria-current={chosen?.part === 'goal' ? 'step' : undefined}
        onClick={() => choose({ part: 'goal' })}
      >
        <StepMark kind="goal" size={22} />
        {definition.goal ? (
          <>
            Ends early when <b>{untilTitle(definition.goal, props.choices.names)}</b>
          </>
        ) : (
          'No goal: everyone goes to the end'
        )}
      </button>
    </div>
  )
}

function boxesOf(model: FlowModel): CanvasBox[] {
  const { definition, choices, chosen, dryRun, mayChange, choose, add } = model
  const open = openSteps(definition)
  const trigger = triggerTitle(definition.trigger, choices.names)
  const first: CanvasBox = {
    id: TRIGGER,
    width: WIDTH,
    height: heightWith(definition.filters),
    content: (
      <Tile
        kind={definition.trigger.kind}
        {...trigger}
        reached={dryRun?.runs ?? null}
        isOpen={Object.keys(triggerProblems(definition.trigger)).length > 0}
        isCurrent={chosen?.part === 'trigger'}
        onPress={() => choose({ part: 'trigger' })}
      >
        <Conditions filters={definition.filters} />
      </Tile>
    ),
  }
  const steps = definition.steps.map((step): CanvasBox => {
    const figures = reachedOf(model, step.id)
    const note = figures && figures.skipped > 0 ? `${figures.skipped} skipped` : null
    const filters = filtersOf(step)
    return {
      id: step.id,
      width: WIDTH,
      height: heightWith(filters, note !== null),
      content: (
        <Tile
          kind={step.kind}
          {...stepTitle(step, choices.names)}
          note={note}
          reached={figures?.reached ?? null}
          isOpen={open.has(step.id)}
          isCurrent={chosen?.part === 'step' && chosen.id === step.id}
          onPress={() => choose({ part: 'step', id: step.id })}
        >
          <Conditions filters={filters} />
        </Tile>
      ),
    }
  })
  const ends = mayChange
    ? endsOf(model).map(({ id, place, where }) => ({
        id,
        width: 22,
        height: 22,
        content: <AddStep where={where} isRound onAdd={kind => add(place, kind)} />,
      }))
    : []
  return [first, ...steps, ...ends]
}

const filtersOf = (step: Step): LeadFilters => {
  if (step.kind === 'branch') return step.filters
  return step.kind === 'wait_until' && step.until.kind === 'filters' ? step.until.filters : {}
}

function Conditions({ filters }: { filters: LeadFilters }) {
  return (
    <ConditionList value={filters} tagsQuery={tagsQuery}>
      {(name, words) => <ConditionChip name={name} words={words} />}
    </ConditionList>
  )
}

interface End {
  id: string
  from: string
  place: Place
  where: string
  label: string
}

const titled = (step: Step, { choices }: FlowModel): string => {
  const { meta, title } = stepTitle(step, choices.names)
  return `${meta}, ${title}`
}

/** The places at which the flow ends. */
function endsOf(model: FlowModel): End[] {
  const { definition } = model
  if (definition.start === null)
    return [{ id: 'add', from: TRIGGER, place: null, where: 'after the trigger', label: '' }]
  return definition.steps.flatMap(step =>
    waysOf(step)
      .filter(way => followerOn(step, way) === null)
      .map(way => {
        const label = wayLabel(step, way)
        const where = `after ${titled(step, model)}${label ? `, ${label}` : ''}`
        return { id: `add ${step.id} ${way}`, from: step.id, place: { after: step.id, way }, where, label }
      }),
  )
}

/** "Yes · 148", of a way that a dry run went. */
const counted = (label: string, reached: number | undefined): string =>
  reached === undefined ? label : `${label} · ${reached}`

function linesOf(model: FlowModel): CanvasLine[] {
  const { definition, mayChange, add } = model
  const between = (id: string, from: string, to: string, place: Place, label: string): CanvasLine => ({
    id,
    from,
    to,
    ...(label && { label: counted(label, reachedOf(model, to)?.reached) }),
    ...(mayChange && {
      action: <AddStep where="here" isRound onAdd={kind => add(place, kind)} />,
    }),
  })
  const ways = definition.steps.flatMap(step =>
    waysOf(step).flatMap(way => {
      const to = followerOn(step, way)
      const place = { after: step.id, way }
      return to === null ? [] : [between(`${step.id} ${way}`, step.id, to, place, wayLabel(step, way))]
    }),
  )
  const first = definition.start === null ? [] : [between('start', TRIGGER, definition.start, null, '')]
  const ends = mayChange
    ? endsOf(model).map(({ id, from, label }) => ({ id: `to ${id}`, from, to: id, ...(label && { label }) }))
    : []
  return [...first, ...ways, ...ends]
}
