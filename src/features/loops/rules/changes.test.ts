import { describe, expect, it } from 'vitest'
import { changeOf, changeText, lastNight, offSentence } from './changes.ts'

const at = (kind: string, second: number) => ({ kind, happened_at: new Date(1e12 + second * 1000).toISOString() })

describe('what changed in a loop', () => {
  it('is its people alone when the change of the loop came with one of a person, in whichever order', () => {
    const events = [at('LOOP_UPDATED', 0), at('LOOP_PARTICIPANT_UPDATED', 1)]
    const expected = { kinds: ['people'], changedAt: new Date(1e12 + 1000) }
    expect(changeOf(events)).toEqual(expected)
    expect(changeOf(events.toReversed())).toEqual(expected)
  })

  it('is its details, too, when they changed at another time', () => {
    const events = [at('LOOP_UPDATED', 0), at('LOOP_UPDATED', 60), at('LOOP_PARTICIPANT_CREATED', 61)]
    expect(changeOf(events)?.kinds).toEqual(['details', 'people'])
  })

  it('is nothing for events about something else', () => {
    expect(changeOf([at('SUBSCRIPTION_DISABLED', 0), at('CONTACT_UPDATED', 1)])).toBe(null)
    expect(changeOf([])).toBe(null)
  })

  it('is said in words', () => {
    expect(changeText(['people', 'details'])).toBe('its details and its people')
    expect(changeText(['documents', 'details', 'people'])).toBe('its details, its people and its documents')
    expect(changeText(['other'])).toBe('something in it')
    expect(changeText([])).toBe('something in it')
  })
})

describe('the nightly comparison', () => {
  it('is due at three where the brokerage is, before and after the clocks change', () => {
    const night = (now: string) => lastNight(new Date(now), 'America/Toronto').toISOString()
    expect(night('2026-07-10T06:59:59Z')).toBe('2026-07-09T07:00:00.000Z')
    expect(night('2026-07-10T07:00:00Z')).toBe('2026-07-10T07:00:00.000Z')
    expect(night('2026-11-26T20:00:00Z')).toBe('2026-11-26T08:00:00.000Z')
    expect(night('2026-11-01T06:30:00Z')).toBe('2026-10-31T07:00:00.000Z')
  })
})

it('says why no changes are sent, and nothing while they are', () => {
  expect(offSentence('on')).toBe(null)
  expect(offSentence('asked')).toBe(null)
  expect(offSentence('gone')).toContain('no longer sends changes')
})
