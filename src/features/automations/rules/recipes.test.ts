import { describe, expect, it } from 'vitest'
import { Definition } from '../contract/definition.ts'
import { recipes } from './recipes.ts'

describe('automations to start from', () => {
  it('are ten, each with a name of its own', () => {
    expect(recipes).toHaveLength(10)
    expect(new Set(recipes.map(({ name }) => name)).size).toBe(10)
  })

  it.each(recipes)('can be saved as they are: $name', ({ definition }) => {
    expect(Definition.parse(definition)).toEqual(definition)
  })
})
