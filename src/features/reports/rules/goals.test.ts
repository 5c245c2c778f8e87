import { expect, it } from 'vitest'
import { elapsedIn, goalState } from './goals.ts'

it('a goal is behind when less of it is done than of its days has passed', () => {
  const elapsed = elapsedIn({ from: '2026-11-01', to: '2026-11-30' }, '2026-11-15')
  expect(elapsed).toBe(0.5)
  expect(goalState({ done: 4, amount: 10, elapsed })).toBe('behind')
  expect(goalState({ done: 5, amount: 10, elapsed })).toBe('ahead')
  expect(goalState({ done: 10, amount: 10, elapsed })).toBe('reached')
})
