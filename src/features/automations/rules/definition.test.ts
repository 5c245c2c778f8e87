import { describe, expect, it } from 'vitest'
import { strict } from '../../../platform/server/calls/strict.ts'
import { Definition, DefinitionInput } from '../contract/definition.ts'
import { graphProblems, MAX_DEPTH, MAX_STEPS } from './definition.ts'
import { feedsOf } from './loops.ts'
import { matches } from './matching.ts'
import { mayEnter, moveAt } from './plan.ts'
import { dayReachedAt } from './wait.ts'

const step = (id: string, ...next: (string | null)[]) => ({
  id,
  kind: 'branch',
  yes: next[0] ?? null,
  no: next[1] ?? null,
})
const definition = {
  trigger: { kind: 'lead_created' },
  filters: {},
  goal: null,
  again: 'never',
  start: 'a',
  steps: [{ kind: 'wait', id: 'a', value: 1, period: 'day', at: null, next: null }],
}

describe('the definition of an automation', () => {
  it('is a graph without circles, whose steps all are reached', () => {
    expect(graphProblems('a', [step('a', 'b', 'c'), step('b', 'c'), step('c')])).toEqual([])
    expect(graphProblems('a', [step('a', 'b'), step('b', 'a')])).toEqual([
      'Steps must not lead back to a step before them.',
    ])
    expect(graphProblems('a', [step('a', 'x')])).toEqual(['There is no step x.'])
    expect(graphProblems('a', [step('a'), step('b')])).toEqual(['No path leads to step b.'])
    expect(graphProblems('a', [step('a'), step('a')])).toEqual(['Each step needs an id of its own.'])
    expect(graphProblems(null, [step('a')])).toEqual(['start must name the first step.'])
  })

  it('has bounds on how many steps there are, and how many follow each other', () => {
    const long = Array.from({ length: MAX_DEPTH + 1 }, (_, place) =>
      step(`s${place}`, place < MAX_DEPTH ? `s${place + 1}` : null),
    )
    expect(graphProblems('s0', long)).toEqual([`At most ${MAX_DEPTH} steps can follow each other.`])
    const many = Array.from({ length: MAX_STEPS + 1 }, (_, place) => ({ kind: 'end', id: `s${place}` }))
    expect(Definition.safeParse({ ...definition, steps: many }).success).toBe(false)
  })

  it('is read from JSON text as from an object, and refuses keys that mean nothing at any depth', () => {
    const input = strict(DefinitionInput) as typeof DefinitionInput
    expect(input.parse(JSON.stringify(definition))).toEqual(definition)
    expect(input.parse(definition)).toEqual(definition)
    for (const odd of [
      { ...definition, speed: 1 },
      { ...definition, trigger: { kind: 'lead_created', colour: 'red' } },
      { ...definition, filters: { shoe: 44 } },
      { ...definition, steps: [{ ...definition.steps[0], odd: true }] },
    ])
      expect(input.safeParse(odd).success).toBe(false)
    expect(input.safeParse('{').success).toBe(false)
  })
})

describe('the planner', () => {
  const parsed = Definition.parse(definition)
  it('says what follows a step, in the zone of the lead', () => {
    const at = new Date('2026-03-07T19:00:00Z')
    // The clocks go forward in the night: the same time of day is an hour earlier.
    expect(moveAt(parsed, 'a', at, 'America/Toronto')).toMatchObject({
      kind: 'wait',
      end: new Date('2026-03-08T18:00:00Z'),
    })
    expect(moveAt(parsed, null, at, 'America/Toronto')).toEqual({ kind: 'end' })
    expect(moveAt(parsed, 'gone', at, 'America/Toronto')).toEqual({ kind: 'lost' })
  })

  it('lets a lead in once, or again after the end', () => {
    const at = new Date('2026-11-20T00:00:00Z')
    const ended = { ended_at: new Date('2026-11-19T00:00:00Z') }
    expect(mayEnter({ again: 'never' }, at, [])).toBe(true)
    expect(mayEnter({ again: 'never' }, at, [ended])).toBe(false)
    expect(mayEnter({ again: 'after_end' }, at, [ended])).toBe(true)
    expect(mayEnter({ again: 'after_end' }, at, [ended, { ended_at: null }])).toBe(false)
  })

  it('matches an event by all that a trigger asks for, and anything where it asks for nothing', () => {
    const event = { kind: 'status_changed' as const, detail: { before: 1, after: 3 } }
    expect(matches({ kind: 'status_changed' }, event)).toBe(true)
    expect(matches({ kind: 'status_changed', to: [3, 4] }, event)).toBe(true)
    expect(matches({ kind: 'status_changed', from: [2], to: [3] }, event)).toBe(false)
    expect(matches({ kind: 'tag_added', tag_id: null }, { kind: 'tag_added', detail: { tag_id: 1 } })).toBe(false)
  })

  it('reaches a date at a time of day where the lead is', () => {
    const options = { offset_days: -60, time: '09:00', zone: 'America/Toronto' }
    expect(dayReachedAt('2026-05-01', options)).toEqual(new Date('2026-03-02T14:00:00Z'))
    const instant = new Date('2026-05-01T02:00:00Z')
    expect(dayReachedAt(instant, { ...options, offset_days: 0 })).toEqual(new Date('2026-04-30T13:00:00Z'))
  })
})

describe('automations that set each other off', () => {
  const tagging = (id: number, from: number, to: number) => ({
    id,
    name: `No ${id}`,
    definition: Definition.parse({
      ...definition,
      trigger: { kind: 'tag_added', tag_id: from },
      steps: [{ kind: 'add_tag', id: 'a', tag_id: to, next: null }],
    }),
  })
  it('are named, with the loops among them', () => {
    const others = [tagging(2, 2, 3), tagging(3, 3, 1), tagging(4, 3, 9)]
    expect(feedsOf(tagging(1, 1, 2), others).map(({ id, is_loop }) => [id, is_loop])).toEqual([
      [2, true],
      [3, true],
      [4, false],
    ])
    expect(feedsOf(tagging(1, 1, 1), [])).toMatchObject([{ id: 1, is_loop: true }])
    expect(feedsOf(tagging(1, 1, 8), others)).toMatchObject(
      [
        { id: 3, is_loop: false },
        { id: 2, is_loop: false },
      ].toSorted((a, b) => a.id - b.id),
    )
  })
})
