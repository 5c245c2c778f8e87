import { describe, expect, it } from 'vitest'
import { clockText, minutesOf, timeOfMinutes, timesEvery, weekdaysText } from './clock.ts'

describe('a time of a day', () => {
  it('is minutes after midnight, and back', () => {
    expect(['00:00', '16:30', '24:00', '09:05:59'].map(minutesOf)).toEqual([0, 990, 1440, 545])
    expect(timesEvery(15).map(minutesOf).map(timeOfMinutes)).toEqual(timesEvery(15))
    expect(timesEvery(30)).toHaveLength(48)
  })

  it('is written as a clock shows it', () => {
    expect(['00:00', '09:05:00', '12:00', '16:30', '24:00'].map(clockText)).toEqual([
      '12:00 AM',
      '9:05 AM',
      '12:00 PM',
      '4:30 PM',
      '12:00 AM',
    ])
  })
})

it('days of a week are written as a run where they are one', () => {
  expect([[1, 2, 3, 4], [5, 1], [1, 3, 7], [6], [], [1, 2, 3, 4, 5, 6, 7]].map(weekdaysText)).toEqual([
    'Monday to Thursday',
    'Monday and Friday',
    'Monday, Wednesday and Sunday',
    'Saturday',
    '',
    'Every day',
  ])
})
