import { describe, expect, test } from 'vitest'
import type { Definition } from '../../contract/definition.ts'
import { recipes } from '../../rules/recipes.ts'
import { isSame } from './sameness.ts'
import { emptyDefinition, newStep, newTrigger, offeredKinds, openSteps, stepProblems, unsavable } from './steps.ts'
import { sizeText, stepTitle, triggerTitle } from './words.ts'

const name = (id: number) => `record ${id}`
const names = { tag: name, campaign: name, template: name, agent: name, team: name }
const withSteps = (...steps: Definition['steps']): Definition => ({ ...emptyDefinition, steps })

describe('a step', () => {
  test('that was just added says what is still to be chosen, and nothing else', () => {
    const said = offeredKinds
      .flatMap(({ kinds }) => kinds)
      .map(kind => [kind, ...Object.values(stepProblems(newStep(kind, 's1')))])
    expect(Object.fromEntries(said.map(([kind, ...sentences]) => [kind, sentences.join(' ')]))).toEqual({
      wait: '',
      wait_until: '',
      branch: 'Add a condition.',
      create_task: 'Enter what the task is about.',
      send_email: 'Choose a template.',
      send_text: 'Choose a template.',
      start_campaign: 'Choose a campaign.',
      stop_campaign: '',
      add_tag: 'Choose a tag.',
      remove_tag: 'Choose a tag.',
      set_status: '',
      offer: '',
      notify: 'Enter what the notification says.',
      webhook: 'Enter an address that begins with https://.',
    })
  })

  test('may lack a tag in a draft, but not its words', () => {
    const tag = newStep('add_tag', 'a')
    const task = newStep('create_task', 'b')
    expect(unsavable(withSteps(tag))).toBeNull()
    expect(unsavable(withSteps(tag, task))).toEqual({ step: task, sentence: 'Enter what the task is about.' })
    expect([...openSteps(withSteps(tag, task))]).toEqual(['a', 'b'])
  })

  test('says what it does by the names of what it uses', () => {
    expect(stepTitle({ kind: 'add_tag', id: 'a', tag_id: 7, next: null }, names).title).toBe('record 7')
    expect(stepTitle(newStep('add_tag', 'a'), names).title).toBe('No tag chosen')
    expect(stepTitle({ kind: 'wait', id: 'a', value: 1, period: 'day', at: '09:00', next: null }, names).title).toBe(
      '1 day, at 9:00 AM',
    )
    expect(triggerTitle(newTrigger('no_contact'), names)).toEqual({
      meta: 'Trigger: no contact for a while',
      title: 'For 14 days',
    })
  })
})

test('every recipe can be saved as it is', () => {
  expect(recipes.filter(({ definition }) => unsavable(definition)).map(({ key }) => key)).toEqual([])
  for (const { definition } of recipes) expect(sizeText(definition)).toMatch(/action/)
})

test('the order of fields makes no difference between two flows', () => {
  expect(isSame({ a: 1, b: { c: [1, 2], d: undefined } }, { b: { c: [1, 2] }, a: 1 })).toBe(true)
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})
