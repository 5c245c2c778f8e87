import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDeadAddress, MAX_TRIES, nextTryAt } from '../../outbound/rules/retries.ts'
import { feedSentence } from './feed.ts'
import { nextDueAt } from './frequency.ts'
import { mapPreview } from './map.ts'
import { anySearch, offerKindOf, offersOf, searchText, searchUrl } from './search.ts'

const TORONTO = 'America/Toronto'

describe('when an alert is due', () => {
  const due = (frequency: 1 | 2 | 3 | 4, at: string, zone = TORONTO) =>
    nextDueAt(frequency, zone, new Date(at))?.toISOString()

  it('is at once for an instant one, and never for one that is off', () => {
    expect(due(1, '2026-11-21T03:04:05Z')).toBe('2026-11-21T03:04:05.000Z')
    expect(nextDueAt(0, TORONTO, new Date())).toBeNull()
  })

  it("is 8:00 of the lead's day, also when the day has 23 or 25 hours", () => {
    expect(due(2, '2026-11-21T12:59:59Z')).toBe('2026-11-21T13:00:00.000Z')
    expect(due(2, '2026-11-21T13:00:00Z')).toBe('2026-11-22T13:00:00.000Z')
    expect(due(2, '2026-03-08T06:30:00Z')).toBe('2026-03-08T12:00:00.000Z')
    expect(due(2, '2026-11-01T05:30:00Z')).toBe('2026-11-01T13:00:00.000Z')
    expect(due(2, '2026-11-21T13:00:00Z', 'America/Regina')).toBe('2026-11-21T14:00:00.000Z')
  })

  it('is on Monday for a weekly one and on the first for a monthly one', () => {
    expect(due(3, '2026-11-21T12:00:00Z')).toBe('2026-11-23T13:00:00.000Z')
    expect(due(3, '2026-11-23T12:59:00Z')).toBe('2026-11-23T13:00:00.000Z')
    expect(due(3, '2026-11-23T13:00:00Z')).toBe('2026-11-30T13:00:00.000Z')
    expect(due(4, '2026-10-31T12:00:00Z')).toBe('2026-11-01T13:00:00.000Z')
    expect(due(4, '2026-12-31T23:00:00Z')).toBe('2027-01-01T13:00:00.000Z')
  })

  it('is always ahead, at 8:00 there, on the right day, and the nearest such moment, over both changes of the clock', () => {
    const around = fc.constantFrom(Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 10, 1, 6), Date.UTC(2027, 2, 14, 7))
    const moment = fc
      .tuple(around, fc.integer({ min: -40 * 24 * 60, max: 40 * 24 * 60 }))
      .map(([at, minutes]) => at + minutes * 60_000)
    const zone = fc.constantFrom(TORONTO, 'America/Vancouver', 'America/St_Johns', 'America/Regina', 'Europe/London')
    fc.assert(
      fc.property(moment, zone, fc.constantFrom(2 as const, 3 as const, 4 as const), (at, where, frequency) => {
        const found = nextDueAt(frequency, where, new Date(at))
        if (!found) throw new Error('An alert that is on is due some time.')
        const there = new TZDate(found, where)
        expect([there.getHours(), there.getMinutes(), there.getSeconds()]).toEqual([8, 0, 0])
        if (frequency === 3) expect(there.getDay()).toBe(1)
        if (frequency === 4) expect(there.getDate()).toBe(1)
        expect(found.getTime()).toBeGreaterThan(at)
        const longest = { 2: 1, 3: 7, 4: 31 }[frequency] * 24 + 1
        expect(found.getTime() - at).toBeLessThanOrEqual(longest * 3_600_000)
        // Finding something a little earlier never makes it later.
        const earlier = nextDueAt(frequency, where, new Date(at - 3_600_000))
        expect(earlier?.getTime()).toBeLessThanOrEqual(found.getTime())
      }),
    )
  })
})

describe('a season of alerts', () => {
  const HOUR_MS = 3_600_000
  const zones = fc.constantFrom(TORONTO, 'America/Vancouver', 'America/Los_Angeles', 'America/St_Johns')
  /** Around both changes of the clock of one year and the next. */
  const start = fc
    .tuple(
      fc.constantFrom(Date.UTC(2026, 2, 1), Date.UTC(2026, 9, 25), Date.UTC(2027, 2, 7), Date.UTC(2027, 10, 1)),
      fc.integer({ min: 0, max: 24 * 3600 }),
    )
    .map(([day, seconds]) => day + seconds * 1000)
  /** Minutes between one home that is found and the next. */
  const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 20, maxLength: 120 })

  /** When e-mails go out, where each takes what was found since the one before. */
  const sendsOf = (frequency: 2 | 3 | 4, zone: string, from: number, minutes: readonly number[]): TZDate[] => {
    const sends: TZDate[] = []
    let found = from
    let due: Date | null = null
    for (const gap of minutes) {
      found += gap * 60_000
      if (due && due.getTime() <= found) {
        sends.push(new TZDate(due, zone))
        due = null
      }
      due ??= nextDueAt(frequency, zone, new Date(found))
    }
    return sends
  }
  const dayOf = (at: TZDate) => `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`

  it('has at most one e-mail a day, a Monday or a first of the month, each at 8:00 there, in order', () => {
    fc.assert(
      fc.property(
        zones,
        start,
        gaps,
        fc.constantFrom(2 as const, 3 as const, 4 as const),
        (zone, from, minutes, how) => {
          const sends = sendsOf(how, zone, from, minutes)
          const days = sends.map(dayOf)
          expect(days).toEqual([...new Set(days)])
          expect(sends.map(at => [at.getHours(), at.getMinutes(), at.getSeconds()])).toEqual(sends.map(() => [8, 0, 0]))
          expect(sends.map(Number)).toEqual(sends.map(Number).toSorted((a, b) => a - b))
          if (how === 3) expect(sends.every(at => at.getDay() === 1)).toBe(true)
          if (how === 4) expect(sends.every(at => at.getDate() === 1)).toBe(true)
        },
      ),
    )
  })

  it('leaves no day out on which something waits, also not the ones with 23 and 25 hours', () => {
    fc.assert(
      fc.property(zones, start, (zone, from) => {
        const sends = sendsOf(2, zone, from, Array<number>(24 * 21).fill(60))
        const gapsInHours = sends.slice(1).map((at, index) => (at.getTime() - Number(sends[index])) / HOUR_MS)
        expect(gapsInHours.filter(hours => hours !== 24).toSorted()).toEqual(
          gapsInHours.includes(23) ? [23] : gapsInHours.includes(25) ? [25] : [],
        )
        expect(sends.length).toBeGreaterThanOrEqual(20)
      }),
    )
  })

  it('never has something found earlier go out later', () => {
    const moments = fc
      .tuple(start, fc.integer({ min: 0, max: 60 * 24 * 60 }))
      .map(([at, more]) => [at, at + more * 60_000])
    const frequencies = fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const)
    fc.assert(
      fc.property(zones, moments, frequencies, (zone, [earlier = 0, later = 0], how) => {
        const [first, second] = [earlier, later].map(at => nextDueAt(how, zone, new Date(at))?.getTime() ?? 0)
        expect(first).toBeLessThanOrEqual(second ?? 0)
        expect(first).toBeGreaterThanOrEqual(earlier)
      }),
    )
  })
})

describe('the search of an alert', () => {
  const search = {
    ...anySearch,
    offer: 'leas' as const,
    areas: [3],
    types: ['Detached'],
    price_max: 1_250_000,
    beds: 2,
    keywords: ['loft'],
  }

  it('tells its kind of offer by the four characters after "offer="', () => {
    expect(offerKindOf(searchUrl('property.test', search))).toBe('leas')
    expect(searchUrl('property.test', search)).toContain('https://property.test/search?offer=lease&price_max=1250000')
    expect(offerKindOf('https://x.test/?a=1&offer=sale&b=2')).toBe('sale')
    expect(offerKindOf('https://x.test/?offer=swap')).toBeNull()
    expect([offersOf('rent'), offersOf('sale'), offersOf(null)]).toEqual([['lease'], ['sale'], ['sale', 'lease']])
  })

  it('is said in a few words', () => {
    expect(searchText(search, new Map([[3, 'King West']]))).toEqual([
      'King West',
      'For lease',
      'Detached',
      'up to $1.3M',
      '2+ beds',
      '“loft”',
    ])
  })
})

describe('the map of an alert', () => {
  it('is a picture of where the homes are, and nothing without homes', () => {
    expect(mapPreview([])).toBeNull()
    expect(mapPreview([{ lat: 43.6, lng: -79.4 }])).toMatch(/^data:image\/svg\+xml,.*circle/)
  })
})

describe('the listing feed', () => {
  const now = new Date('2026-11-21T15:00:00Z')
  const said = (minutes: number | null, problem: string | null = null, is_on = true) =>
    feedSentence(
      { is_on, problem, read_at: minutes === null ? null : new Date(now.getTime() - minutes * 60_000).toISOString() },
      now,
    )

  it('says in a sentence how it stands, and how far it is behind', () => {
    expect(said(1)).toEqual({ text: 'The feed is up to date.', state: 'good' })
    expect(said(9).state).toBe('good')
    expect(said(10).text).toContain('It is 10 minutes behind.')
    expect(said(3 * 60 + 5).text).toContain('It is 3 hours behind.')
    expect(said(50 * 60, 'It answered 503.').text).toBe('The last sync failed: It answered 503. It is 2 days behind.')
    expect(said(null).state).toBe('off')
    expect(said(null, 'It answered 401.').text).toContain('It has never finished a sync.')
    expect(said(null, null, false).text).toContain('MLS_URL')
  })
})

describe('an e-mail that a mail server would not take', () => {
  const now = new Date('2026-11-21T15:00:00Z')

  it('is tried later and later, for about a day', () => {
    const tries = Array.from({ length: MAX_TRIES - 1 }, (_none, index) => nextTryAt(index + 1, now).getTime())
    expect(tries[0]).toBe(now.getTime() + 60_000)
    expect(tries).toEqual(tries.toSorted((a, b) => a - b))
    const hours = tries.reduce((sum, at) => sum + at - now.getTime(), 0) / 3_600_000
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThan(30)
  })

  it('tells of a dead address only where the server speaks of the mailbox', () => {
    expect(['5.1.1', '5.1.2', '5.1.10', '5.2.1'].map(isDeadAddress)).toEqual([true, true, true, true])
    expect(['5.7.1', '5.2.2', '4.1.1', '5.1.11', null].map(isDeadAddress)).toEqual([false, false, false, false, false])
  })
})
