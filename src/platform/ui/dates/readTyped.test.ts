import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Reading, readTyped } from './readTyped.ts'
import { isWallTime, wallTimeText } from './wallTime.ts'

// A Sunday.
const now = '2026-11-22T10:15'
const reading = (change: Partial<Reading> = {}): Reading => ({
  kind: 'datetime',
  now,
  prefers: 'future',
  usualTime: '09:00',
  ...change,
})

describe('A typed date and time', () => {
  it.each([
    ['tomorrow 3pm', '2026-11-23T15:00'],
    ['tomorrow at 3', '2026-11-23T15:00'],
    ['tomorrow at 7', '2026-11-23T07:00'],
    ['tomorrow 03:00', '2026-11-23T03:00'],
    ['in 2 weeks', '2026-12-06T09:00'],
    ['Dec 4 14:30', '2026-12-04T14:30'],
    ['dec 4 at 2:30 pm', '2026-12-04T14:30'],
    ['4 december', '2026-12-04T09:00'],
    ['friday', '2026-11-27T09:00'],
    ['next monday 9am', '2026-11-23T09:00'],
    ['today 5p', '2026-11-22T17:00'],
    ['tomorrow 530pm', '2026-11-23T17:30'],
    ['in 3 hours', '2026-11-22T13:15'],
    ['9am', '2026-11-23T09:00'],
    ['now', '2026-11-22T10:15'],
    ['2026-12-04T14:30', '2026-12-04T14:30'],
    ['2026-12-04 14:30', '2026-12-04T14:30'],
    ['Fri, Dec 4, 2:30 PM', '2026-12-04T14:30'],
    ['Thu, Nov 19, 2:30 PM', '2026-11-19T14:30'],
    ['tonight', '2026-11-22T19:00'],
    ['tomorrow afternoon', '2026-11-23T15:00'],
    ['friday morning', '2026-11-27T09:00'],
    ['demain 15h', '2026-11-23T15:00'],
    ['jan 5', '2027-01-05T09:00'],
  ])('understands "%s"', (typed, expected) => {
    expect(readTyped(typed, reading())).toBe(expected)
  })

  it.each(['', '   ', 'soon', 'Feb 30', 'call Ingrid', 'tomorrow or friday', '25:70', '3'])('refuses "%s"', typed => {
    expect(readTyped(typed, reading())).toBeNull()
  })

  it('counts from now also before dawn', () => {
    const early = reading({ now: '2026-11-22T01:30' })
    expect(readTyped('in 1 hour', early)).toBe('2026-11-22T02:30')
    expect(readTyped('now', early)).toBe('2026-11-22T01:30')
  })

  it('lies in the past where a field looks back', () => {
    const past = reading({ prefers: 'past' })
    expect(readTyped('friday 2pm', past)).toBe('2026-11-20T14:00')
    expect(readTyped('yesterday', past)).toBe('2026-11-21T09:00')
    expect(readTyped('2 days ago', past)).toBe('2026-11-20T09:00')
  })

  it('may be a day or a time alone', () => {
    expect(readTyped('tomorrow', reading({ kind: 'date' }))).toBe('2026-11-23')
    expect(readTyped('dec 4 2028', reading({ kind: 'date' }))).toBe('2028-12-04')
    expect(readTyped('230pm', reading({ kind: 'time' }))).toBe('14:30')
    expect(readTyped('15:30', reading({ kind: 'time' }))).toBe('15:30')
    expect(readTyped('tomorrow', reading({ kind: 'time' }))).toBeNull()
  })

  it('is read back from the text that the field shows', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, instant => {
        const value = instant.toISOString().slice(0, 16)
        expect(readTyped(wallTimeText('datetime', value, now), reading())).toBe(value)
      }),
      { numRuns: 300 },
    )
  })

  it('is a time that exists, or none, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.constantFrom('date', 'time', 'datetime'), (typed, kind) => {
        const value = readTyped(typed, reading({ kind }))
        expect(value === null || isWallTime(kind, value)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
