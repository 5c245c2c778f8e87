import { describe, expect, it } from 'vitest'
import { Definition } from '../contract/definition.ts'
import { matches } from './matching.ts'
import { recipes } from './recipes.ts'

describe('automations to start from', () => {
  it('are ten, each with a name of its own', () => {
    expect(recipes).toHaveLength(10)
    expect(new Set(recipes.map(({ name }) => name)).size).toBe(10)
  })

  it.each(recipes)('can be saved as they are: $name', ({ definition }) => {
    expect(Definition.parse(definition)).toEqual(definition)
  })

  it('take no lead away from the agent who added it', () => {
    const speed = recipes.find(({ key }) => key === 'speed')?.definition.trigger
    if (speed?.kind !== 'lead_created') throw new Error('That starts with something else.')
    const created = (source: string) => matches(speed, { kind: 'lead_created', detail: { source } })
    expect([created('property'), created('agent')]).toEqual([true, false])
  })
})
