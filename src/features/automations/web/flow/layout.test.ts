import { expect, test } from 'vitest'
import { placesOf } from './layout.ts'

const box = (id: string) => ({ id, width: 200, height: 60 })
const line = (from: string, to: string, label?: string) => ({ id: `${from}-${to}`, from, to, ...(label && { label }) })

test('steps stand beneath each other, and never overlap', () => {
  const places = placesOf(['a', 'b', 'c'].map(box), [line('a', 'b'), line('b', 'c')])
  const ys = ['a', 'b', 'c'].map(id => places.get(id)?.y ?? 0)
  expect(ys).toEqual([...ys].sort((one, other) => one - other))
  expect((ys[1] ?? 0) - (ys[0] ?? 0)).toBeGreaterThan(60)
  expect(new Set(['a', 'b', 'c'].map(id => places.get(id)?.x)).size).toBe(1)
})

test('the ways of a branch stand side by side, “yes” at the left, also where they are of different length', () => {
  const lines = [line('if', 'yes', 'Yes'), line('if', 'no', 'No'), line('no', 'more'), line('more', 'most')]
  const boxes = [{ ...box('yes'), height: 90 }, ...['if', 'no', 'more', 'most'].map(box)]
  const places = placesOf(boxes, lines)
  const [yes, no] = [places.get('yes'), places.get('no')]
  expect(yes?.y).toBe(no?.y)
  expect((no?.x ?? 0) - (yes?.x ?? 0)).toBeGreaterThanOrEqual(200)
})
