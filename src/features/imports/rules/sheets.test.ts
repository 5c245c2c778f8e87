import { describe, expect, it } from 'vitest'
import { cellText, columnOf, dateText, isDateFormat, numberText } from './sheets.ts'

describe('cells of a workbook', () => {
  it('stand in the column that their reference names', () => {
    expect(['A1', 'Z9', 'AA10', 'XFD1048576'].map(columnOf)).toEqual([0, 25, 26, 16_383])
    expect([undefined, '', '12', 'a1', 'ABCD1'].map(columnOf)).toEqual([null, null, null, null, null])
  })

  it('that hold numbers show all digits, so that a phone number stays one', () => {
    expect(
      ['4165550101', '1.4165550101E+10', '975000', '0.1', '-2.50', '3.0000000000000004'].map(Number).map(numberText),
    ).toEqual(['4165550101', '14165550101', '975000', '0.1', '-2.5', '3'])
  })

  it('that hold days and times show them, from 1900 or from 1904', () => {
    expect(dateText(46_023, false)).toBe('2026-01-01')
    expect(dateText(46_023.604166666664, false)).toBe('2026-01-01 14:30:00')
    expect(dateText(44_561, true)).toBe('2026-01-01')
    expect([dateText(-5, false), dateText(0.5, false), dateText(4_165_550_101, false)]).toEqual([
      '-5',
      '0.5',
      '4165550101',
    ])
  })

  it('are days or times where their number format says so', () => {
    for (const code of ['yyyy-mm-dd', 'd/m/yy h:mm', '[$-409]mmmm d, yyyy;@', 'hh:mm:ss'])
      expect(isDateFormat(164, code), code).toBe(true)
    for (const code of ['General', '0.00', '#,##0 "days"', '(###) ###-####', '@', '[Red]0;0', '0\\d'])
      expect(isDateFormat(164, code), code).toBe(false)
    expect([14, 22, 0, 2, 49].map(id => isDateFormat(id, undefined))).toEqual([true, true, false, false, false])
  })

  it('show nothing for errors, and words for what is true or false', () => {
    const text = (type: string, stored: string) => cellText({ type, stored, isDate: false, countsFrom1904: false })
    expect([text('e', '#REF!'), text('b', '1'), text('b', '0'), text('n', ''), text('n', 'x')]).toEqual([
      '',
      'TRUE',
      'FALSE',
      '',
      '',
    ])
    expect([text('str', 'of a formula'), text('inlineStr', 'a_x000A_b')]).toEqual(['of a formula', 'a\nb'])
  })
})
