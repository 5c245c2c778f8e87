import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Channel } from './contract.ts'
import {
  allowsCommercial,
  consentAt,
  consentEnd,
  decidingEntry,
  firstEnd,
  isEndingSoon,
  renewalText,
  standingOf,
  timeLeft,
  whyText,
  withdrawnChannels,
} from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const entry = (
  kind: 'express' | 'implied' | 'withdrawn',
  day: string,
  expires: string | null = null,
  covers: 'commercial' | 'all' = 'all',
) => ({
  kind,
  covers: kind === 'withdrawn' ? covers : null,
  given_at: `${day}T12:00:00.000Z`,
  expires_at: expires && `${expires}T12:00:00.000Z`,
})

describe('consent', () => {
  it('that is implied holds six months after an inquiry and two years after a deal, to the moment', () => {
    expect(consentEnd('inquiry', new Date('2026-08-31T10:00:00Z')).toISOString()).toBe('2027-02-28T10:00:00.000Z')
    expect(consentEnd('deal', new Date('2024-02-29T10:00:00Z')).toISOString()).toBe('2026-02-28T10:00:00.000Z')
    const entries = [entry('implied', '2026-05-21', '2026-11-21')]
    expect(consentAt(entries, new Date(now.getTime() - 1)).state).toBe('implied')
    expect(consentAt(entries, now)).toMatchObject({ state: 'none', until: null })
  })

  it('that is express lasts until it is withdrawn, and an inquiry after that is a new one', () => {
    const express = entry('express', '2020-01-01')
    const withdrawn = entry('withdrawn', '2026-01-01')
    const inquiry = entry('implied', '2026-10-01', '2027-04-01')
    expect(consentAt([express, inquiry], now).state).toBe('express')
    expect(consentAt([express, withdrawn], now).state).toBe('withdrawn')
    expect(consentAt([express, withdrawn, inquiry], now)).toMatchObject({ state: 'implied', until: inquiry.expires_at })
  })

  it('is never there after a withdrawal that nothing follows', () => {
    const kind = fc.constantFrom('express' as const, 'implied' as const)
    const before = fc.array(kind.map(one => entry(one, '2026-10-01', one === 'implied' ? '2099-01-01' : null)))
    fc.assert(
      fc.property(before, entries => {
        expect(allowsCommercial(consentAt([...entries, entry('withdrawn', '2026-11-01')], now))).toBe(false)
      }),
    )
  })

  it('says how long it holds yet, and when it is time to ask for another', () => {
    const left = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
    expect([0.5, 12.2, 59, 61, 182].map(days => timeLeft(left(days), now))).toEqual([
      'last day',
      '13 days left',
      '59 days left',
      '2 months left',
      '5 months left',
    ])
    expect([29.5, 31].map(days => isEndingSoon(left(days), now))).toEqual([true, false])
  })

  it('that was taken back keeps people from that channel too, and one that was never given does not', () => {
    const on = (channel: Channel, ...entries: ReturnType<typeof entry>[]) => entries.map(one => ({ ...one, channel }))
    const entries = [
      ...on('call', entry('withdrawn', '2026-01-01')),
      ...on('email', entry('express', '2025-01-01'), entry('withdrawn', '2026-02-01')),
    ]
    expect(withdrawnChannels(standingOf(entries, now))).toEqual(['email', 'call'])
    const again = [...entries, ...on('call', entry('implied', '2026-10-01', '2027-04-01'))]
    expect(withdrawnChannels(standingOf(again, now))).toEqual(['email'])
    expect(withdrawnChannels(standingOf([], now))).toEqual([])
    const commercial = on('email', entry('withdrawn', '2026-03-01', null, 'commercial'))
    expect(withdrawnChannels(standingOf(commercial, now))).toEqual([])
    expect(allowsCommercial(standingOf(commercial, now).email)).toBe(false)
  })

  it('says by which line of the ledger a channel stands, when the first consent ends, and what renews it', () => {
    const line = (kind: 'express' | 'implied' | 'withdrawn', day: string, until: string | null = null) => ({
      ...entry(kind, day, until),
      channel: 'email' as const,
      basis: kind === 'implied' ? ('inquiry' as const) : null,
      source: `of ${day}`,
      evidence: '',
    })
    const older = line('implied', '2026-06-01', '2026-12-01')
    const newer = line('implied', '2026-08-01', '2027-02-01')
    const standing = standingOf([older, newer], now)
    expect(decidingEntry([newer, older], 'email', standing.email)).toBe(newer)
    expect(whyText(newer, 'Aug 1')).toBe('Inquiry on Aug 1: of 2026-08-01')
    expect(renewalText(standing.email)).toBe('A new inquiry renews it for 6 months, a deal for 2 years.')
    expect([firstEnd(standing), firstEnd(standingOf([], now))]).toEqual([newer.expires_at, null])
    expect([decidingEntry([], 'text', standing.text), renewalText(standing.text)]).toEqual([null, null])
    const taken = line('withdrawn', '2026-09-01')
    expect(decidingEntry([taken, newer], 'email', standingOf([newer, taken], now).email)).toBe(taken)
  })
})
