import { expect, it } from 'vitest'
import { elapsedIn, goalState, goalText } from './goals.ts'

it('a goal is behind when less of it is done than of its days has passed', () => {
  const elapsed = elapsedIn({ from: '2026-11-01', to: '2026-11-30' }, '2026-11-15')
  expect(elapsed).toBe(0.5)
  expect(goalState({ done: 4, amount: 10, elapsed })).toBe('behind')
  expect(goalState({ done: 5, amount: 10, elapsed })).toBe('ahead')
  expect(goalState({ done: 10, amount: 10, elapsed })).toBe('reached')
})

it('a goal says what of how much is done, and 100 % only when it is reached', () => {
  expect(goalText({ metric: 'closed_deals', done: 12, amount: 20 })).toBe('12 of 20 closings, 60 %')
  expect(goalText({ metric: 'commission', done: 19_990, amount: 20_000 })).toBe('$19,990 of $20,000 commission, 99 %')
  expect(goalText({ metric: 'calls', done: 1_200, amount: 800 })).toBe('1,200 of 800 calls, 150 %')
})
