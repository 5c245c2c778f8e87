import { expect, it } from 'vitest'
import { reminderText } from './TaskWatch.tsx'

it('names the person of a reminder once', () => {
  expect(reminderText('9:00 AM: Send the offer', 'Grace Hall')).toBe('9:00 AM: Send the offer, Grace Hall')
  expect(reminderText('9:00 AM: Call back Grace Hall', 'Grace Hall')).toBe('9:00 AM: Call back Grace Hall')
})
