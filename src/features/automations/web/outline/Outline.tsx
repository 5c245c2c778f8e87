import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconTrash } from '@tabler/icons-react'
import type { LeadFilters } from '../../../leads/contract/filters.ts'
import { ConditionList } from '../../../leads/web/pieces/LeadConditions.tsx'
import { tagsQuery } from '../../../tags/web/client.ts'
import type { Step } from '../../contract/definition.ts'
import { type FlowModel, reachedOf } from '../editor/model.ts'
import { removeAsked } from '../editor/removeAsked.ts'
import { AddStep } from '../flow/AddStep.tsx'
import { ConditionChip, Tile } from '../flow/Tile.tsx'
import { followerOn, movedDown, movedUp, type Place, placeOf, stepAt, type Way, waysOf } from '../rules/edit.ts'
import { stepProblems, triggerProblems } from '../rules/steps.ts'
import { stepTitle, triggerTitle, untilTitle, wayLabel } from '../rules/words.ts'
import classes from './Outline.module.css'

/** The automation as a list: what the picture shows, for keyboards, screen readers and phones. */
export function Outline(model: FlowModel) {
  const { definition, choices, chosen, dryRun, choose } = model
  const { goal, trigger, filters } = definition
  return (
    <div className={classes.outline}>
      <Tile
        kind={trigger.kind}
        {...triggerTitle(trigger, choices.names)}
        reached={dryRun?.runs ?? null}
        isOpen={Object.keys(triggerProblems(trigger)).length > 0}
        isCurrent={chosen?.part === 'trigger'}
        onPress={() => choose({ part: 'trigger' })}
      >
        <Conditions filters={filters} />
      </Tile>
      <Path model={model} place={null} label="Steps" />
      <Tile
        kind="goal"
        meta={goal ? 'Goal: ends it early' : 'Goal'}
        title={goal ? untilTitle(goal, choices.names) : 'None: everyone goes to the end'}
        isCurrent={chosen?.part === 'goal'}
        onPress={() => choose({ part: 'goal' })}
      />
    </div>
  )
}

interface PathProps {
  model: FlowModel
  /** Where it begins. */
  place: Place
  label: string
}

/** The steps that follow each other from a place on, up to where the flow parts or ends. */
function Path({ model, place, label }: PathProps) {
  const steps = stepsFrom(model, place)
  const last = steps.at(-1)
  const end: Place = last ? { after: last.id, way: 'next' } : place
  const parts = last !== undefined && !('next' in last)
  return (
    <ol className={classes.path} aria-label={label}>
      {steps.map(step => (
        <li key={step.id}>
          <StepRow model={model} step={step} />
          {!('next' in step) && <Ways model={model} step={step} />}
        </li>
      ))}
      {!parts && model.mayChange && (
        <li>
          <AddStep
            where={last ? `after ${titleOf(model, last)}` : label === 'Steps' ? 'after the trigger' : `on “${label}”`}
            onAdd={kind => model.add(end, kind)}
          />
        </li>
      )}
    </ol>
  )
}

/** The steps behind a place, as long as there is only one way. A step that an earlier way led to is shown there alone. */
function stepsFrom({ definition }: FlowModel, place: Place): Step[] {
  const steps: Step[] = []
  let at: Place = place
  for (let step = stepAt(definition, at); step; step = stepAt(definition, at)) {
    if (!samePlace(placeOf(definition, step.id), at)) break
    steps.push(step)
    if (!('next' in step)) break
    at = { after: step.id, way: 'next' }
  }
  return steps
}

const samePlace = (one: Place | undefined, other: Place): boolean =>
  one === other || (one?.after === other?.after && one?.way === other?.way)

const titleOf = ({ choices }: FlowModel, step: Step): string => {
  const { meta, title } = stepTitle(step, choices.names)
  return `${meta}, ${title}`
}

/** Both ways of a step at which the flow parts. */
function Ways({ model, step }: { model: FlowModel; step: Step }) {
  return waysOf(step).map(way => {
    const label = wayLabel(step, way)
    return (
      <section key={way} className={classes.way} aria-label={label}>
        <h3>
          {label} <Reached model={model} step={step} way={way} />
        </h3>
        <Joined model={model} step={step} way={way} />
        <Path model={model} place={{ after: step.id, way }} label={label} />
      </section>
    )
  })
}

function Reached({ model, step, way }: { model: FlowModel; step: Step; way: Way }) {
  const follower = followerOn(step, way)
  const figures = follower === null ? null : reachedOf(model, follower)
  return figures && <span>· {figures.reached}</span>
}

/** Says where a way goes on that leads to a step of another one. */
function Joined({ model, step, way }: { model: FlowModel; step: Step; way: Way }) {
  const place: Place = { after: step.id, way }
  const follower = stepAt(model.definition, place)
  if (!follower || samePlace(placeOf(model.definition, follower.id), place)) return null
  return <p className={classes.joined}>Goes on at “{titleOf(model, follower)}”</p>
}

function StepRow({ model, step }: { model: FlowModel; step: Step }) {
  const { choices, chosen, mayChange, choose } = model
  const figures = reachedOf(model, step.id)
  return (
    <div className={classes.step}>
      <Tile
        kind={step.kind}
        {...stepTitle(step, choices.names)}
        note={figures && figures.skipped > 0 ? `${figures.skipped} skipped` : null}
        reached={figures?.reached ?? null}
        isOpen={Object.keys(stepProblems(step)).length > 0}
        isCurrent={chosen?.part === 'step' && chosen.id === step.id}
        onPress={() => choose({ part: 'step', id: step.id })}
      >
        {step.kind === 'branch' && <Conditions filters={step.filters} />}
        {step.kind === 'wait_until' && step.until.kind === 'filters' && <Conditions filters={step.until.filters} />}
      </Tile>
      {mayChange && <StepMenu model={model} step={step} />}
    </div>
  )
}

function Conditions({ filters }: { filters: LeadFilters }) {
  return (
    <ConditionList value={filters} tagsQuery={tagsQuery}>
      {(name, words) => <ConditionChip name={name} words={words} />}
    </ConditionList>
  )
}

function StepMenu({ model, step }: { model: FlowModel; step: Step }) {
  const { definition, change } = model
  const up = movedUp(definition, step.id)
  const down = movedDown(definition, step.id)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${titleOf(model, step)}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp size={15} stroke={1.6} />}
          disabled={up === definition}
          onClick={() => change(up)}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={15} stroke={1.6} />}
          disabled={down === definition}
          onClick={() => change(down)}
        >
          Move down
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={15} stroke={1.6} />}
          onClick={() => void removeAsked(model, step)}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
