import { expect, it } from 'vitest'
import { openFirst } from './tasks.ts'

it('shows the open tasks of a lead by when they are due, and those done below as they come, newest first', () => {
  const task = (id: number, scheduled_at: string | null, completed = false) => ({ id, scheduled_at, completed })
  const newestFirst = [
    task(5, '2026-11-30T14:00:00Z'),
    task(4, '2026-11-20T14:00:00Z', true),
    task(3, '2026-11-22T14:00:00Z'),
    task(2, null),
    task(1, '2026-11-28T14:00:00Z', true),
  ]
  const { open, done } = openFirst(newestFirst)
  expect(open.map(({ id }) => id)).toEqual([2, 3, 5])
  expect(done.map(({ id }) => id)).toEqual([4, 1])
})
