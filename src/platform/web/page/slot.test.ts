import { expect, test } from 'vitest'
import { defineSlot } from './slot.ts'

test('the parts of a slot stand by their order, whoever gave them, once they were fetched', async () => {
  const panels = defineSlot<'panels', { id: string; order: number }>('panels')
  const given = [
    panels.from(async () => ({
      panels: [
        { id: 'notes', order: 30 },
        { id: 'tasks', order: 10 },
      ],
    })),
    panels.from(async () => ({ panels: [{ id: 'showings', order: 20 }] })),
  ]
  await panels.load()
  expect(panels.parts()).toEqual([])
  for (const contribution of given) contribution.register()
  await panels.load()
  expect(panels.parts().map(({ id }) => id)).toEqual(['tasks', 'showings', 'notes'])
})
