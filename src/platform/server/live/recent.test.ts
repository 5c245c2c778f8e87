import { expect, test } from 'vitest'
import { RecentChanges } from './recent.ts'

const read = (audience: string[], isComplete = true) => ({
  changes: isComplete ? [{ topic: 'leads', ids: [1], audience }] : [],
  isComplete,
})

test('a change is recent for those who hear of it', () => {
  const recent = new RecentChanges()
  recent.addRead(read(['agent:1', 'right:see']), 1_000)
  expect(recent.isSince(['everyone', 'agent:1'], 1_000)).toBe(true)
  expect(recent.isSince(['agent:1'], 1_001)).toBe(false)
  expect(recent.isSince(['everyone', 'agent:2'], 0)).toBe(false)
})

test('after more changes than were read, something may have changed for anybody', () => {
  const recent = new RecentChanges()
  recent.addRead(read([], false), 1_000)
  expect(recent.isSince(['agent:2'], 1_000)).toBe(true)
  expect(recent.isSince(['agent:2'], 1_001)).toBe(false)
})
