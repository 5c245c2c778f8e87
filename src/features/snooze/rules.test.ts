import { describe, expect, it } from 'vitest'
import { isSnoozed, snoozeChoices, snoozedSentence, snoozeTime, snoozeUntilText } from './rules.ts'

const zone = 'America/Toronto'
/** A Thursday, 11:08 in Toronto. */
const now = new Date('2026-11-19T16:08:00Z')

describe('snoozing', () => {
  it('offers five days, the first of them one day ahead, at nine where the agent is', () => {
    expect(snoozeChoices(now, zone).map(({ label, until }) => [label, until.toISOString()])).toEqual([
      ['Tomorrow', '2026-11-20T14:00:00.000Z'],
      ['In 3 days', '2026-11-22T14:00:00.000Z'],
      ['Next week', '2026-11-23T14:00:00.000Z'],
      ['In 2 weeks', '2026-12-03T14:00:00.000Z'],
      ['In a month', '2026-12-19T14:00:00.000Z'],
    ])
  })

  it('offers each day once: on a Sunday, tomorrow is next week', () => {
    const labels = snoozeChoices(new Date('2026-11-22T16:08:00Z'), zone).map(({ label }) => label)
    expect(labels).toEqual(['Tomorrow', 'In 3 days', 'In 2 weeks', 'In a month'])
  })

  it('keeps nine o’clock over a change of the clock, and the agent’s own day late in the evening', () => {
    const [tomorrow] = snoozeChoices(new Date('2026-11-01T03:30:00Z'), zone)
    expect(tomorrow?.until.toISOString()).toBe('2026-11-01T14:00:00.000Z')
  })

  it('names the person and the day', () => {
    const until = '2026-11-20T14:00:00.000000Z'
    expect(snoozedSentence('Leila Farahani', until, zone)).toBe('Leila Farahani has been snoozed until Nov 20th, 2026.')
    expect(snoozeTime(until, zone)).toBe('Nov 20th, 2026 at 9:00 AM')
  })

  it('sends the time in UTC, with an hour of one digit as it is', () => {
    expect(snoozeUntilText(new Date('2026-01-02T09:05:00Z'))).toBe('2026-01-02 9:05:00')
  })

  it('is over at its minute', () => {
    expect(isSnoozed('2026-11-19T16:08:01.000000Z', now)).toBe(true)
    expect(isSnoozed('2026-11-19T16:08:00.000000Z', now)).toBe(false)
    expect(isSnoozed(null, now)).toBe(false)
  })
})
