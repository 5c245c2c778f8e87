import { describe, expect, test } from 'vitest'
import { countdown } from '../../wire/clock.ts'
import { money, priceInShort, shortMoney } from '../money.ts'
import { printedKeys } from '../page/printedKeys.ts'
import { chunksOf, initialsOf, maskEmail } from '../text.ts'
import { ago, dayInSentence, dayLabel, formatDuration, fullTime, shortDay, sinceShort, timeOfDay } from './time.ts'

describe('money', () => {
  test('is in dollars without decimals', () => {
    expect(money(1_149_000)).toBe('$1,149,000')
    expect(money(2400.4)).toBe('$2,400')
  })
  test.each([
    [999, '$999'],
    [1_000, '$1K'],
    [2_450, '$2.5K'],
    [875_000, '$875K'],
    [999_999, '$999.9K'],
    [1_000_000, '$1M'],
    [1_200_000, '$1.2M'],
    [-1_500, '-$1.5K'],
  ])('%d is short as %s', (dollars, text) => expect(shortMoney(dollars)).toBe(text))
  test('is never rounded in a rent', () => {
    expect([1_650, 9_999, 10_000, 875_000].map(priceInShort)).toEqual(['$1,650', '$9,999', '$10K', '$875K'])
  })
})

describe('texts', () => {
  test('the last one or two characters before the @ are hidden', () => {
    expect(['a@x.ca', 'ab@x.ca', 'abc@x.ca', 'amara@x.ca'].map(maskEmail)).toEqual([
      '*@x.ca',
      'a*@x.ca',
      'a**@x.ca',
      'ama**@x.ca',
    ])
  })
  test('513 characters are two chunks, and no letter is cut', () => {
    expect(chunksOf('x'.repeat(513)).map(chunk => chunk.length)).toEqual([512, 1])
    expect(chunksOf(`${'x'.repeat(511)}😀`).join('')).toBe(`${'x'.repeat(511)}😀`)
    expect(chunksOf(`${'x'.repeat(511)}😀`).map(chunk => chunk.length)).toEqual([511, 2])
    expect(chunksOf('')).toEqual([])
  })
  test('initials', () => expect(initialsOf('amara', 'Okafor')).toBe('AO'))
  test('keys as keyboards print them', () => {
    expect([printedKeys('g l', false), printedKeys(' ', false)]).toEqual(['G L', 'Space'])
    expect([printedKeys('mod+k', true), printedKeys('mod+k', false)]).toEqual(['⌘ K', 'Ctrl K'])
  })
})

describe('times', () => {
  const now = new Date('2026-11-21T15:00:00Z')
  test.each([
    ['2026-11-21T14:59:40.000000Z', 'now', 'now'],
    ['2026-11-21T14:54:00.000000Z', '6 min', '6 min ago'],
    ['2026-11-21T12:00:00.000000Z', '3 h', '3 h ago'],
    ['2026-11-21T06:00:00.000000Z', '9 h', 'Today'],
    ['2026-11-19T15:00:00.000000Z', '2 d', '2 d ago'],
    ['2026-09-04T15:00:00.000000Z', 'Sep 4', '78 d ago'],
    ['2025-09-04T15:00:00.000000Z', 'Sep 4, 2025', 'Sep 4, 2025'],
  ])('%s is "%s" active and "%s" contacted', (instant, active, contacted) => {
    expect(sinceShort(instant, now)).toBe(active)
    expect(ago(instant, now)).toBe(contacted)
  })
  test('days begin at midnight in Toronto', () => {
    expect(dayLabel('2026-11-21T05:30:00Z', now)).toBe('Today')
    expect(dayLabel('2026-11-21T04:30:00Z', now)).toBe('Yesterday')
    expect(dayLabel('2026-11-17T16:00:00Z', now)).toBe('Tuesday, Nov 17')
    expect(shortDay('2026-11-20T03:00:00Z', now)).toBe('Nov 19')
  })
  test('days have no capital inside a sentence, unless they are names', () => {
    expect(dayInSentence('2026-11-21T05:30:00Z', now)).toBe('today')
    expect(dayInSentence('2026-11-21T04:30:00Z', now)).toBe('yesterday')
    expect(dayInSentence('2026-11-17T16:00:00Z', now)).toBe('Tuesday, Nov 17')
  })
  test('the clock', () => {
    expect(timeOfDay('2026-11-21T14:41:00Z')).toBe('9:41 AM')
    expect(fullTime('2026-07-21T14:41:00Z')).toBe('Jul 21, 2026 at 10:41 AM')
  })
  test('durations and countdowns', () => {
    expect([45, 150, 60, 1680, 0].map(formatDuration)).toEqual([
      '45 minutes',
      '2 hours 30 minutes',
      '1 hour',
      '1 day 4 hours',
      '0 minutes',
    ])
    expect([245, 3729, 0, -5].map(countdown)).toEqual(['4:05', '1:02:09', '0:00', '0:00'])
  })
})
