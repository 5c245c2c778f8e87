import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DecisionFacts, decide, type Intended, reasonText } from './decide.ts'
import { type HoursTable, openFrom } from './hours.ts'
import { sendingRules } from './law.ts'

const days = [1, 2, 3, 4, 5, 6, 7]
const hoursOf = (channel: string, evening: string) =>
  days.map(weekday => ({
    channel,
    weekday,
    opens: weekday > 5 ? '10:00' : '09:00',
    closes: weekday > 5 ? '18:00' : evening,
  }))
const table: HoursTable = { hours: [...hoursOf('text', '21:00'), ...hoursOf('call', '21:30')], holidays: new Set() }

/** A Friday, 14:00 in Toronto. */
const NOW = new Date('2026-11-20T19:00:00Z')

const intended = (more: Partial<Intended> = {}): Intended => ({
  channel: 'email',
  class: 'personal',
  is_marketing: false,
  is_by_hand: true,
  is_confirmed: false,
  ...more,
})
const nothingSaid = { state: 'none', covers: null, until: null, since: null, source: null } as const
const facts = (more: Partial<DecisionFacts> = {}, lead: Partial<DecisionFacts['recipient']> = {}): DecisionFacts => ({
  recipient: {
    id: 1,
    agent_id: 1,
    email: 'ana@people.test',
    phone: '+14165550117',
    is_email_valid: true,
    is_phone_valid: true,
    zone: 'America/Toronto',
    is_deleted: false,
    is_bogus: false,
    subscribed_alert: true,
    status_value: 1,
    member_type: 'normal',
    last_active_at: NOW.toISOString(),
    last_contacted_at: null,
    ...lead,
  },
  standing: nothingSaid,
  objections: [],
  sent_today: 0,
  limit: 10,
  hours: table,
  site: [],
  ...more,
})
const verdict = (wanted: Partial<Intended>, given: DecisionFacts = facts(), now = NOW) =>
  decide(intended(wanted), given, now).verdict
const withdrawn = (covers: 'commercial' | 'all') =>
  ({
    state: 'withdrawn',
    covers,
    until: null,
    since: '2026-11-03T15:00:00.000000Z',
    source: 'Unsubscribe link',
  }) as const

describe('the hours of messages', () => {
  it('let nothing automatic out at night, on any day of any zone, across both changes of the clock', () => {
    const zones = ['America/St_Johns', 'America/Toronto', 'America/Regina', 'America/Vancouver', 'Europe/London']
    const start = Date.parse('2026-01-01T00:00:00Z')
    const instant = fc.integer({ min: 0, max: 2 * 366 * 24 * 60 }).map(minutes => new Date(start + minutes * 60_000))
    const isInside = (zone: string, at: Date, evening: number) => {
      const local = new TZDate(at, zone)
      const minute = local.getHours() * 60 + local.getMinutes()
      const isWeekend = local.getDay() === 0 || local.getDay() === 6
      return isWeekend ? minute >= 600 && minute < 1080 : minute >= 540 && minute < evening
    }
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, at) => {
        const text = openFrom('text', table, zone, at)
        const call = openFrom('call', table, zone, at)
        if (!text || !call) return false
        const isFirst = text.getTime() === at.getTime() || !isInside(zone, new Date(text.getTime() - 60_000), 1260)
        return isInside(zone, text, 1260) && isInside(zone, call, 1290) && isFirst && text >= at
      }),
      { numRuns: 20_000 },
    )
  })

  it('begin on Saturday at 10 for what is due on Friday at 22, and on holidays as on Sundays', () => {
    const friday = new Date('2026-11-21T03:00:00Z')
    expect(openFrom('text', table, 'America/Toronto', friday)?.toISOString()).toBe('2026-11-21T15:00:00.000Z')
    const christmas = { ...table, holidays: new Set(['2026-12-25']) }
    const morning = new Date('2026-12-25T14:15:00Z')
    expect(openFrom('call', table, 'America/Toronto', morning)).toEqual(morning)
    expect(openFrom('call', christmas, 'America/Toronto', morning)?.toISOString()).toBe('2026-12-25T15:00:00.000Z')
  })

  it('are for automatic texts and for all calls; e-mails go at any time', () => {
    const night = new Date('2026-11-21T03:00:00Z')
    const automatic = { class: 'commercial', is_by_hand: false } as const
    const consented = facts({ standing: { ...nothingSaid, state: 'express' } })
    expect(verdict({ ...automatic, channel: 'text' }, consented, night)).toBe('wait')
    expect(verdict({ ...automatic, channel: 'email' }, consented, night)).toBe('send')
    expect(verdict({ ...automatic, channel: 'call' }, consented, night)).toBe('wait')
    expect(verdict({ channel: 'text' }, facts(), night)).toBe('send')
    const call = decide(intended({ channel: 'call' }), facts(), night)
    expect(call).toMatchObject({ verdict: 'confirm', rule: { id: 'utr-hours', since: '2008-09-30' } })
    expect(call.sentence).toBe('It is outside of the hours for calls. They begin at Sat 10:00 AM their time.')
    expect(verdict({ channel: 'call', is_confirmed: true }, facts(), night)).toBe('send')
  })
})

describe('the decision about a message', () => {
  it('needs a consent for what is automatic, in bulk or asks for consent, and none for what a person writes to one lead', () => {
    expect(verdict({ class: 'personal' })).toBe('send')
    expect(verdict({ class: 'request_answer' })).toBe('send')
    expect(verdict({ class: 'commercial', is_by_hand: false })).toBe('refuse')
    expect(verdict({ class: 'commercial', is_by_hand: true })).toBe('refuse')
    expect(verdict({ class: 'consent_request' })).toBe('refuse')
    const implied = { ...nothingSaid, state: 'implied', until: '2027-01-04T00:00:00.000000Z' } as const
    expect(decide(intended({ class: 'commercial' }), facts({ standing: implied }), NOW)).toMatchObject({
      verdict: 'send',
      ground: 'Implied consent until Jan 4, 2027',
    })
    const groundOf = (more: Partial<Intended>) => decide(intended(more), facts(), NOW).ground
    expect(groundOf({ channel: 'text' })).toBe('Written to this lead by a person')
    expect(groundOf({ channel: 'call' })).toBe('Called by a person')
  })

  it('lets a person answer whoever unsubscribed from commercial messages, and nobody write to who wants none at all', () => {
    const unsubscribed = facts({ standing: withdrawn('commercial') })
    expect(verdict({ class: 'personal' }, unsubscribed)).toBe('send')
    expect(verdict({ class: 'request_answer' }, unsubscribed)).toBe('send')
    const refused = decide(intended({ class: 'commercial' }), unsubscribed, NOW)
    expect(refused.refusals).toEqual([
      {
        code: 'withdrawn',
        sentence: 'This lead has unsubscribed from commercial e-mail.',
        since: '2026-11-03T15:00:00.000000Z',
        source: 'Unsubscribe link',
        rule: sendingRules.withdrawal,
      },
    ])
    expect(verdict({ class: 'personal' }, facts({ standing: withdrawn('all') }))).toBe('refuse')
  })

  it('names every reason at once, each with its rule and the day since which that holds', () => {
    const blocked = {
      code: 'blocked',
      sentence: 'You blocked +1 416 555 0117 on Nov 3, 2026.',
      since: '2026-11-03T15:00:00.000000Z',
      rule: sendingRules.blocked,
    } as const
    const text = decide(
      intended({ channel: 'text', class: 'commercial' }),
      facts({ objections: [blocked], sent_today: 10 }, { is_phone_valid: false }),
      NOW,
    )
    expect(text.refusals.map(({ code }) => code)).toEqual(['bad_address', 'no_consent', 'blocked', 'too_many'])
    expect(reasonText(text)).toBe(
      'The phone number of this lead does not work. No valid text consent. You blocked +1 416 555 0117 on Nov 3, 2026. ' +
        'This lead was already sent 10 automatic texts within 24 hours.',
    )
    for (const { rule } of text.refusals) expect(rule.since).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('stops calls by a person at a block or a do-not-call list alone, not for want of a consent', () => {
    expect(verdict({ channel: 'call', class: 'commercial', is_by_hand: true })).toBe('send')
    const listed = { code: 'do_not_call', sentence: 'Listed.', since: null, rule: sendingRules.doNotCall } as const
    expect(verdict({ channel: 'call' }, facts({ objections: [listed] }))).toBe('refuse')
  })

  it.each([
    [{ subscribed_alert: false }],
    [{ status_value: 0 }],
    [{ member_type: 'held' }],
    [{ last_active_at: '2024-01-01T00:00:00Z', last_contacted_at: '2024-06-01T00:00:00Z' }],
  ])('keeps marketing from a lead who is not eligible for it: %j', lead => {
    const marketing = { class: 'commercial', is_marketing: true } as const
    const standing = { ...nothingSaid, state: 'express' } as const
    expect(verdict(marketing, facts({ standing }))).toBe('send')
    expect(decide(intended(marketing), facts({ standing }, lead), NOW).refusals).toMatchObject([
      { code: 'not_eligible' },
    ])
    expect(verdict({ class: 'commercial' }, facts({ standing }, lead))).toBe('send')
  })
})
