import { describe, expect, it } from 'vitest'
import { segmentsOf, suggestedMarks, trimmedRange, withMark } from './marks.ts'

const mail = {
  sender: 'notify@scout.test',
  subject: 'Enquiry for E9961204',
  text: 'Prospect: Ana Silva\nReach at: ana@mail.test or 416 555 0164',
}

describe('marking a mail', () => {
  it('cuts the text at its marks', () => {
    const marks = [{ field: 'first_name', part: 'text', start: 10, end: 13 }] as const
    expect(segmentsOf('Prospect: Ana Silva', marks, 'text')).toEqual([
      { text: 'Prospect: ', start: 0, field: null },
      { text: 'Ana', start: 10, field: 'first_name' },
      { text: ' Silva', start: 13, field: null },
    ])
  })

  it('leaves out the spaces around what was selected, whichever way', () => {
    expect(trimmedRange(mail.text, 14, 9)).toEqual({ start: 10, end: 13 })
    expect(trimmedRange(mail.text, 9, 10)).toBeNull()
  })

  it('gives a field one value, and a place one field', () => {
    const first = { field: 'phone', part: 'text', start: 5, end: 9 } as const
    const moved = withMark([first], { ...first, start: 20, end: 30 })
    expect(moved).toEqual([{ ...first, start: 20, end: 30 }])
    expect(withMark(moved, { field: 'email', part: 'text', start: 25, end: 28 })).toHaveLength(1)
  })

  it('begins with what cannot be anything else', () => {
    expect(suggestedMarks(mail).map(({ field, part, start, end }) => [field, mail[part].slice(start, end)])).toEqual([
      ['email', 'ana@mail.test'],
      ['phone', '416 555 0164'],
      ['mls_number', 'E9961204'],
    ])
  })
})
