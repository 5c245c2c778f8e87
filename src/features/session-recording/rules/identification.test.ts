import { expect, it } from 'vitest'
import { dayAt, isCurrent } from './identification.ts'

const known = { id: 1, user_id: 7, actor_user_id: 7, day: '2026-11-20' }
const agent = { user_id: 7, actor_user_id: 7 }

it('is refreshed when the user changes, also to one in whose name somebody else acts', () => {
  expect(isCurrent(known, agent, '2026-11-20')).toBe(true)
  expect(isCurrent(known, { user_id: 8, actor_user_id: 8 }, '2026-11-20')).toBe(false)
  expect(isCurrent(known, { user_id: 7, actor_user_id: 2 }, '2026-11-20')).toBe(false)
})

it('is refreshed on a new day, which begins where the person works', () => {
  expect(isCurrent(known, agent, '2026-11-21')).toBe(false)
  const moment = new Date('2026-11-21T04:59:59Z')
  expect(dayAt(moment, 'America/Toronto')).toBe('2026-11-20')
  expect(dayAt(moment, 'America/St_Johns')).toBe('2026-11-21')
  // Both days on which the clocks change.
  expect(dayAt(new Date('2026-11-02T04:59:59Z'), 'America/Toronto')).toBe('2026-11-01')
  expect(dayAt(new Date('2026-03-09T03:59:59Z'), 'America/Toronto')).toBe('2026-03-08')
})
