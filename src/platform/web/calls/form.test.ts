import fc from 'fast-check'
import { parse } from 'qs'
import { describe, expect, test } from 'vitest'
import { encodeForm, formFields } from './form.ts'

describe('what a form carries', () => {
  test('lists of plain values, records in lists, cleared and missing fields', () => {
    expect(
      formFields({
        tag: [1, 2],
        locations: [{ area_id: 12, area_type: 'locality' }],
        email: { subject: 'Hi' },
        phone: null,
        none: [],
        left_out: undefined,
        all: true,
        is_active: false,
      }),
    ).toEqual([
      ['tag[]', '1'],
      ['tag[]', '2'],
      ['locations[0][area_id]', '12'],
      ['locations[0][area_type]', 'locality'],
      ['email[subject]', 'Hi'],
      ['phone', ''],
      ['none[]', ''],
      ['all', '1'],
      ['is_active', '0'],
    ])
  })

  test('the server reads back what was sent', () => {
    const text = fc.string({ minLength: 1 })
    const record = fc.record({ name: text, tags: fc.array(text, { minLength: 1 }) })
    const input = fc.record({
      a: text,
      b: fc.array(text, { minLength: 1 }),
      c: record,
      d: fc.array(record, { minLength: 1 }),
    })
    fc.assert(
      fc.property(input, value => {
        expect(parse(encodeForm(value), { arrayLimit: 1000, parameterLimit: 10_000 })).toEqual(value)
      }),
    )
  })
})
