import { describe, expect, test } from 'vitest'
import type { Definition, Step } from '../../contract/definition.ts'
import { graphProblems } from '../../rules/definition.ts'
import { freshId, inserted, lostWith, movedDown, movedUp, placeOf, removed, stepAt } from './edit.ts'

const tag = (id: string, next: string | null = null): Step => ({ kind: 'add_tag', id, tag_id: 1, next })
const branch = (id: string, yes: string | null, no: string | null): Step => ({
  kind: 'branch',
  id,
  filters: {},
  yes,
  no,
})
const flow = (start: string | null, ...steps: Step[]): Definition => ({
  trigger: { kind: 'lead_created' },
  filters: {},
  goal: null,
  again: 'never',
  start,
  steps,
})
/** How the steps follow each other, a branch with both of its ways in brackets. */
function drawn(definition: Definition, id = definition.start): string {
  const step = definition.steps.find(each => each.id === id)
  if (!step) return ''
  if (step.kind === 'branch') return `${step.id}(${drawn(definition, step.yes)}|${drawn(definition, step.no)})`
  return ['next' in step ? step.id : '', drawn(definition, 'next' in step ? step.next : null)].filter(Boolean).join(' ')
}
const sound = (definition: Definition) => expect(graphProblems(definition.start, definition.steps)).toEqual([])

describe('a step is put', () => {
  test('first, between two others, and at the end', () => {
    let made = inserted(flow(null), null, tag('b'))
    made = inserted(made, null, tag('a'))
    made = inserted(made, { after: 'b', way: 'next' }, tag('d'))
    made = inserted(made, { after: 'b', way: 'next' }, tag('c'))
    expect(drawn(made)).toBe('a b c d')
    sound(made)
  })

  test('as a decision, in front of what is then its “yes”', () => {
    const made = inserted(flow('a', tag('a', 'b'), tag('b')), { after: 'a', way: 'next' }, branch('if', null, null))
    expect(drawn(made)).toBe('a if(b|)')
    expect(drawn(inserted(made, { after: 'if', way: 'no' }, tag('c')))).toBe('a if(b|c)')
    expect(stepAt(made, { after: 'if', way: 'no' })).toBeNull()
  })

  test('under an id that no other has', () => {
    expect(freshId(flow('s2', tag('s2')))).toBe('s3')
    expect(freshId(flow(null))).toBe('s1')
  })
})

describe('a step that is taken out', () => {
  test('leaves the others joined', () => {
    const made = removed(flow('a', tag('a', 'b'), tag('b', 'c'), tag('c')), 'b')
    expect(drawn(made)).toBe('a c')
    expect(drawn(removed(made, 'a'))).toBe('c')
  })

  test('takes with it what only its other way led to', () => {
    const whole = flow('if', branch('if', 'a', 'b'), tag('a'), tag('b', 'c'), tag('c'))
    expect(lostWith(whole, 'if').map(({ id }) => id)).toEqual(['b', 'c'])
    expect(drawn(removed(whole, 'if'))).toBe('a')
    sound(removed(whole, 'if'))
  })
})

describe('a step is moved', () => {
  const whole = flow('a', tag('a', 'b'), tag('b', 'if'), branch('if', 'c', 'd'), tag('c'), tag('d'))

  test('up and down among others', () => {
    expect(drawn(movedUp(whole, 'b'))).toBe('b a if(c|d)')
    expect(drawn(movedDown(whole, 'a'))).toBe('b a if(c|d)')
    expect(drawn(movedUp(whole, 'a'))).toBe(drawn(whole))
  })

  test('into and out of the first way of a decision, which keeps its other way', () => {
    const inside = movedDown(whole, 'b')
    expect(drawn(inside)).toBe('a if(b c|d)')
    expect(drawn(movedUp(inside, 'b'))).toBe(drawn(whole))
    expect(drawn(movedUp(whole, 'd'))).toBe('a b d if(c|)')
    expect(drawn(movedDown(whole, 'c'))).toBe(drawn(whole))
  })

  test('also when it is the decision itself', () => {
    expect(drawn(movedUp(whole, 'if'))).toBe('a if(b c|d)')
    expect(drawn(movedDown(whole, 'if'))).toBe('a b c if(|d)')
    for (const made of [movedUp(whole, 'if'), movedDown(whole, 'if')]) sound(made)
  })

  test('and its place is known', () => {
    expect(placeOf(whole, 'a')).toBeNull()
    expect(placeOf(whole, 'd')).toEqual({ after: 'if', way: 'no' })
    expect(placeOf(whole, 'x')).toBeUndefined()
  })
})
