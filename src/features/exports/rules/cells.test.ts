import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naughtyStrings } from '../../../testing/inputs/naughty.ts'
import { cellText, harmless } from './cells.ts'

/** What a spreadsheet begins to calculate at. */
const dangerous = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
/** What may begin so all the same, because it is nothing but digits. */
const usable = /^(-\d+(\.\d+)?|\+\d[\d ]{4,})$/

describe('a cell', () => {
  it('never begins a formula, whatever a name holds', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom(...dangerous, '\u0000', '\u0001', '\ud800'), fc.string({ unit: 'grapheme' }))
        .map(parts => parts.join('')),
      fc.tuple(fc.constantFrom(...dangerous), fc.constantFrom(...dangerous), fc.integer()).map(parts => parts.join('')),
      fc.constantFrom(...naughtyStrings),
    )
    fc.assert(
      fc.property(text, given => {
        const cell = harmless(given)
        expect(dangerous.some(begin => cell.startsWith(begin)) && !usable.test(cell)).toBe(false)
        expect(cell.length).toBeLessThanOrEqual(32_767)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
        expect(cell).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
        expect(cell.isWellFormed()).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps every other text as it is', () => {
    for (const text of ["O'Connor", 'null', 'محمد عبد الله', '👩‍👩‍👧‍👦', 'a=1', '1-2', "'quoted"])
      expect(harmless(text)).toBe(text)
  })

  it.each([
    ['=HYPERLINK("http://evil.test")', `'=HYPERLINK("http://evil.test")`],
    ['+1+1', "'+1+1"],
    ['+cmd|calc!A1', "'+cmd|calc!A1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\u0001=1', "'=1"],
    ['-12.5', '-12.5'],
    ['+1 416 555 0123', '+1 416 555 0123'],
    ['+44 20 7946 0018', '+44 20 7946 0018'],
  ])('%j is written %j', (given, written) => expect(harmless(given)).toBe(written))

  it('writes times as days and minutes, and nothing as nothing', () => {
    expect(cellText(new Date('2026-11-21T09:05:00Z'))).toBe('2026-11-21 09:05')
    expect(cellText(null)).toBe('')
    expect(cellText(-12.5)).toBe(-12.5)
  })
})
