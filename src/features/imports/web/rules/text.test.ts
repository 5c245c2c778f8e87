import { expect, it } from 'vitest'
import { startLabel } from './text.ts'

const rows = (['merged', 'merged', 'created', 'failed'] as const).map(outcome => ({ outcome }))

it('says on the button what becomes of the rows, as far as all of them are known', () => {
  expect(startLabel(4, rows)).toBe('Update 2, add 1, fail 1')
  expect(startLabel(1, rows.slice(3))).toBe('Fail 1')
  expect(startLabel(1_204, rows)).toBe('Import 1,204 rows')
  expect(startLabel(1, [])).toBe('Import 1 row')
})
