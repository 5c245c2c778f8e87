import type { Definition, Step } from '../../contract/definition.ts'
import { followersOf } from '../../rules/definition.ts'

/** The ways on which a flow goes on behind a step. */
export type Way = 'next' | 'yes' | 'no' | 'met' | 'otherwise'

/** A place between two steps: behind a step on one of its ways, or `null` right behind the trigger. */
export type Place = { after: string; way: Way } | null

const ways: readonly Way[] = ['next', 'yes', 'no', 'met', 'otherwise']

/** The ways that a step has, in the order in which they are drawn. */
export const waysOf = (step: Step): Way[] => ways.filter(way => way in step)

/** The step that a way leads to; `null` for the end. */
export function followerOn(step: Step, way: Way): string | null {
  const next: unknown = Reflect.get(step, way)
  return typeof next === 'string' ? next : null
}

/** The way on which a moved or inserted neighbour comes to stand: "yes" of a decision. */
const mainWay = (step: Step): Way | null => waysOf(step)[0] ?? null

const stepOf = ({ steps }: Definition, id: string | null): Step | null => steps.find(step => step.id === id) ?? null

/** The step behind a place; `null` where the flow ends there. */
export function stepAt(definition: Definition, place: Place): Step | null {
  if (place === null) return stepOf(definition, definition.start)
  const step = stepOf(definition, place.after)
  return step && stepOf(definition, followerOn(step, place.way))
}

/** The place at which a step stands; of one that several ways lead to, the first. */
export function placeOf(definition: Definition, id: string): Place | undefined {
  if (definition.start === id) return null
  for (const step of definition.steps) {
    const way = waysOf(step).find(each => followerOn(step, each) === id)
    if (way) return { after: step.id, way }
  }
  return undefined
}

const pointed = (step: Step, way: Way, to: string | null): Step => ({ ...step, [way]: to })

/** The definition in which the flow goes on at a place with another step. */
function led(definition: Definition, place: Place, to: string | null): Definition {
  if (place === null) return { ...definition, start: to }
  const steps = definition.steps.map(step => (step.id === place.after ? pointed(step, place.way, to) : step))
  return { ...definition, steps }
}

/** An id that no step has: "s1", "s2". */
export function freshId({ steps }: Definition): string {
  const known = new Set(steps.map(({ id }) => id))
  let number = steps.length + 1
  while (known.has(`s${number}`)) number++
  return `s${number}`
}

/** Puts a new step at a place; what stood there comes behind it, on its first way. */
export function inserted(definition: Definition, place: Place, step: Step): Definition {
  const behind = stepAt(definition, place)?.id ?? null
  const main = mainWay(step)
  const added = main ? pointed(step, main, behind) : step
  return pruned(led({ ...definition, steps: [...definition.steps, added] }, place, step.id))
}

/** Replaces a step by itself with other contents; how it is joined to others stays. */
export const replaced = (definition: Definition, step: Step): Definition => ({
  ...definition,
  steps: definition.steps.map(each => (each.id === step.id ? step : each)),
})

/** Takes a step out; the flow goes on on one of its ways, and what only the others led to goes with it. */
export function removed(definition: Definition, id: string): Definition {
  const step = stepOf(definition, id)
  if (!step) return definition
  const main = mainWay(step)
  const behind = main ? followerOn(step, main) : null
  const relinked = definition.steps
    .filter(each => each.id !== id)
    .map(each => waysOf(each).reduce((so, way) => (followerOn(so, way) === id ? pointed(so, way, behind) : so), each))
  return pruned({
    ...definition,
    start: definition.start === id ? behind : definition.start,
    steps: relinked,
  })
}

/** The steps that would go together with a step that is taken out. */
export const lostWith = (definition: Definition, id: string): Step[] => {
  const left = new Set(removed(definition, id).steps.map(step => step.id))
  return definition.steps.filter(step => step.id !== id && !left.has(step.id))
}

/** Without the steps that no way leads to any more. */
function pruned(definition: Definition): Definition {
  const byId = new Map(definition.steps.map(step => [step.id, step]))
  const reached = new Set<string>()
  const walk = (id: string | null) => {
    const step = id === null || reached.has(id) ? undefined : byId.get(id)
    if (!step) return
    reached.add(step.id)
    for (const follower of followersOf(step)) walk(follower)
  }
  walk(definition.start)
  return { ...definition, steps: definition.steps.filter(({ id }) => reached.has(id)) }
}

const isPlain = (step: Step): step is Extract<Step, { next: string | null }> => 'next' in step

/** Takes a step with a single way out of its place and puts it at another, given what is left without it. */
function relocated(definition: Definition, step: Step, target: (rest: Definition) => Place | undefined): Definition {
  const rest = removed(definition, step.id)
  const place = target(rest)
  return place === undefined ? definition : inserted(rest, place, { ...step, next: null } as Step)
}

/** Moves a step before the one in front of it; the same definition where it cannot. */
export function movedUp(definition: Definition, id: string): Definition {
  const step = stepOf(definition, id)
  const place = placeOf(definition, id)
  if (!step || !place) return definition
  if (isPlain(step)) return relocated(definition, step, rest => placeOf(rest, place.after))
  const before = stepOf(definition, place.after)
  return before && isPlain(before) ? movedDown(definition, before.id) : definition
}

/** Moves a step behind the one that follows it; the same definition where it cannot. */
export function movedDown(definition: Definition, id: string): Definition {
  const step = stepOf(definition, id)
  const main = step && mainWay(step)
  const behind = step && main && stepOf(definition, followerOn(step, main))
  if (!step || !behind) return definition
  const way = mainWay(behind)
  if (isPlain(step)) return way ? relocated(definition, step, () => ({ after: behind.id, way })) : definition
  return isPlain(behind) ? movedUp(definition, behind.id) : definition
}
