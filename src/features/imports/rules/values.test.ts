import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInstant } from './instants.ts'
import { readRow } from './row.ts'
import { readAreas, readEmails, readPhones, readPrice, readRoles, readStatus, readTags, splitName } from './values.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('phone numbers', () => {
  it.each([
    ['(416) 555-0101', ['+14165550101']],
    ['416.555.0101', ['+14165550101']],
    ['+1 416 555 0101', ['+14165550101']],
    ['14165550101', ['+14165550101']],
    ['4165550101.0', ['+14165550101']],
    ['tel:+1-416-555-0101', ['+14165550101']],
    ['416-555-0101 / 416-555-0102', ['+14165550101', '+14165550102']],
    ['416-555-0101 ::: 416-555-0102', ['+14165550101', '+14165550102']],
    ['Mobile: 416-555-0101; Home: 416-555-0102', ['+14165550101', '+14165550102']],
    ['+33 1 42 68 53 00', ['+33142685300']],
  ])('%j', (cell, numbers) => expect(readPhones(cell)).toMatchObject({ values: numbers, refused: [] }))

  it('keep their extension aside', () => {
    expect(readPhones('416-555-0101 ext. 204')).toEqual({
      values: ['+14165550101'],
      refused: [],
      extensions: ['(416) 555-0101 ext. 204'],
    })
  })
  it('are refused when too short', () =>
    expect(readPhones('555-01')).toMatchObject({ values: [], refused: ['555-01'] }))
})

it('e-mail addresses are found inside names, lists and links', () => {
  expect(readEmails('Jane Roe <jane@example.test>, mailto:bob@example.test ::: nope').values).toEqual([
    'jane@example.test',
    'bob@example.test',
  ])
  expect(readEmails('nope').refused).toEqual(['nope'])
})

it.each([
  ['Roe, Jane', 'Jane', 'Roe'],
  ['Jane Roe', 'Jane', 'Roe'],
  ['Jane', 'Jane', ''],
  ['Anna Maria van Dyk', 'Anna', 'Maria van Dyk'],
  ['Dr. Óscar Núñez', 'Óscar', 'Núñez'],
  ['John Smith, Jr.', 'John', 'Smith Jr.'],
  ["O'Neil, Seán", 'Seán', "O'Neil"],
  ['李 小龍', '李', '小龍'],
])('the name %j is %j %j', (whole, first_name, last_name) => {
  const read = splitName(whole)
  expect({ ...read, last_name: read.last_name.replace(',', '') }).toEqual({ first_name, last_name })
})

it.each([
  ['$1.2M', 1_200_000, 1_200_000],
  ['650,000 - 800,000', 650_000, 800_000],
  ['500-600k', 500_000, 600_000],
  ['700K+', 700_000, null],
  ['up to $900,000', null, 900_000],
  ['650 000 $', 650_000, 650_000],
  ['1.234.567', 1_234_567, 1_234_567],
  ['800000.00', 800_000, 800_000],
  ['CAD 1,5 M', 1_500_000, 1_500_000],
  ['$2,400', 2400, 2400],
])('the price %j is %j to %j', (cell, min, max) => expect(readPrice(cell)).toEqual({ min, max }))

it('what is no price is not made one', () =>
  expect(['call me', '', '1-2-3'].map(readPrice)).toEqual([null, null, null]))

it.each([
  ['Hot', 5],
  ['Nurture', 4],
  ['New Lead', 1],
  ['Past Client', 10],
  ['4', 4],
  ['Under contract', 8],
  ['2. Attempted Contact', 2],
  ['Dead', 0],
  ['Zebra', null],
])('the status %j is %j', (cell, status) => expect(readStatus(cell)).toBe(status))

it('a type may be several', () => {
  expect(readRoles('Buyer/Seller')).toEqual(['buyer_lead', 'seller_lead'])
  expect(readRoles('rental_lead')).toEqual(['rental_lead'])
  expect(readRoles('Locataire')).toEqual(['rental_lead'])
})

it.each([
  ['2025-03-04', '2025-03-04T00:00:00.000Z'],
  ['03/04/2025', '2025-03-04T00:00:00.000Z'],
  ['25/12/2024', '2024-12-25T00:00:00.000Z'],
  ['3/4/2025 2:05 PM', '2025-03-04T14:05:00.000Z'],
  ['Mar 4, 2025', '2025-03-04T00:00:00.000Z'],
  ['2025-03-04T10:00:00-05:00', '2025-03-04T15:00:00.000Z'],
  ['2025-03-04 10:00:00', '2025-03-04T10:00:00.000Z'],
])('the date %j is %s', (cell, instant) => expect(readInstant(cell, now)?.toISOString()).toBe(instant))

it('dates of the future, and nonsense, are no dates', () => {
  expect([readInstant('2031-01-01', now), readInstant('31/31/2020', now), readInstant('soon', now)]).toEqual([
    null,
    null,
    null,
  ])
})

it('tags leave out the groups that hold everybody', () => {
  expect(readTags('* myContacts ::: #VIP ::: Open house')).toEqual(['VIP', 'Open house'])
})

it('places are compared without province and form', () => {
  expect(readAreas('Toronto, ON; City of Vaughan')).toContain('vaughan')
  expect(readAreas('Mississauga ON')).toEqual(['mississauga'])
})

describe('a row', () => {
  const mapping = ['full_name', 'email', 'phone', 'status', 'price'] as const
  it('of anything at all never throws, and always answers a person or a reason', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }), cells => {
        const reading = readRow(cells, mapping, { now, onInvalid: 'leave_out' })
        expect('person' in reading || reading.errors.length > 0).toBe(true)
      }),
    )
  })
  it('with a wrong address is sent back, or saved without it', () => {
    const cells = ['Jane Roe', 'jane(at)example.test', '416 555 0101']
    expect(readRow(cells, mapping, { now, onInvalid: 'fail' })).toEqual({
      errors: ['"jane(at)example.test" is not an e-mail address.'],
    })
    expect(readRow(cells, mapping, { now, onInvalid: 'leave_out' })).toMatchObject({
      person: { email: null, phone: '+14165550101' },
    })
  })
  it('keeps an unknown status as a tag', () => {
    expect(readRow(['Jane', '', '', 'Zebra'], mapping, { now, onInvalid: 'fail' })).toMatchObject({
      person: { status_value: null, tags: ['Zebra'] },
    })
  })
})

it('every price that we write is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 99_000_000 }), dollars => {
      expect(readPrice(`$${dollars.toLocaleString('en-CA')}`)).toEqual({ min: dollars, max: dollars })
    }),
  )
})
