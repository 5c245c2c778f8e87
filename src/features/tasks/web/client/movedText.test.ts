import { expect, test } from 'vitest'
import { movedText } from './movedText.ts'

const now = new Date('2026-11-22T02:00:00Z') // Saturday evening in Toronto.

test.each([
  ['2026-11-22T04:30:00Z', 'Task moved to today at 11:30 PM.'],
  ['2026-11-22T14:00:00Z', 'Task moved to tomorrow at 9:00 AM.'],
  ['2026-11-24T14:00:00Z', 'Task moved to Nov 24 at 9:00 AM.'],
  ['2026-11-20T14:00:00Z', 'Task moved to Nov 20 at 9:00 AM.'],
  ['2027-01-05T14:00:00Z', 'Task moved to Jan 5, 2027 at 9:00 AM.'],
])('says the day and the time to which a task was moved: %s', (scheduledAt, text) => {
  expect(movedText(scheduledAt, now, 'America/Toronto')).toBe(text)
})
