import { describe, expect, it } from 'vitest'
import { fieldOfHeader, hasHeader, identifiesPeople, suggestMapping } from './fields.ts'
import { originOf } from './origins.ts'

it('takes a column "Label" for tags, and the label of a number for none', () => {
  expect(['Label', 'Phone 1 - Label', 'E-mail Label'].map(fieldOfHeader)).toEqual(['tags', null, null])
})

/** Header rows of real products, with the field that each column should become. */
const exportsOfProducts: Readonly<Record<string, readonly (readonly [string, string | null])[]>> = {
  'Google Contacts': [
    ['First Name', 'first_name'],
    ['Middle Name', 'middle_name'],
    ['Last Name', 'last_name'],
    ['Phonetic First Name', null],
    ['Nickname', null],
    ['Organization Name', null],
    ['Birthday', null],
    ['Notes', 'note'],
    ['Labels', 'tags'],
    ['E-mail 1 - Label', null],
    ['E-mail 1 - Value', 'email'],
    ['E-mail 2 - Label', null],
    ['E-mail 2 - Value', 'email'],
    ['Phone 1 - Label', null],
    ['Phone 1 - Value', 'phone'],
    ['Address 1 - Street', null],
    ['Address 1 - City', 'areas'],
  ],
  Outlook: [
    ['First Name', 'first_name'],
    ['Middle Name', 'middle_name'],
    ['Last Name', 'last_name'],
    ['Company', null],
    ['E-mail Address', 'email'],
    ['E-mail 2 Address', 'email'],
    ['E-mail Display Name', null],
    ['Business Phone', 'phone'],
    ['Home Phone', 'phone'],
    ['Mobile Phone', 'phone'],
    ['Home Fax', null],
    ['Home City', 'areas'],
    ['Categories', 'tags'],
    ['Notes', 'note'],
    ["Assistant's Name", null],
    ['Birthday', null],
    ["Manager's Name", null],
  ],
  'Follow Up Boss': [
    ['Name', null],
    ['First Name', 'first_name'],
    ['Last Name', 'last_name'],
    ['Stage', 'status'],
    ['Lead Source', 'source'],
    ['Assigned To', 'agent'],
    ['Email 1', 'email'],
    ['Email 1 - Type', null],
    ['Phone 1', 'phone'],
    ['Phone 2', 'phone'],
    ['Price', 'price'],
    ['Tags', 'tags'],
    ['Date Added', 'created_at'],
    ['Property City', 'areas'],
  ],
  'BoldTrail (kvCORE)': [
    ['First Name', 'first_name'],
    ['Last Name', 'last_name'],
    ['Email', 'email'],
    ['Cell Phone 1', 'phone'],
    ['Home Phone', 'phone'],
    ['Deal Type', 'type'],
    ['Status', 'status'],
    ['Source', 'source'],
    ['Hashtags', 'tags'],
    ['Assigned Agent', 'agent'],
    ['Avg Price', 'price'],
    ['City', 'areas'],
    ['Registered', 'created_at'],
    ['Notes', 'note'],
  ],
  'Lofty (Chime)': [
    ['First Name', 'first_name'],
    ['Last Name', 'last_name'],
    ['Email', 'email'],
    ['Phone', 'phone'],
    ['Lead Type', 'type'],
    ['Pipeline', 'status'],
    ['Source', 'source'],
    ['Assigned Agent', 'agent'],
    ['Segment', 'tags'],
    ['Price Min', 'price_min'],
    ['Price Max', 'price_max'],
    ['Register Date', 'created_at'],
  ],
  'Sierra Interactive': [
    ['Lead ID', null],
    ['First Name', 'first_name'],
    ['Last Name', 'last_name'],
    ['Email', 'email'],
    ['Phone', 'phone'],
    ['Lead Status', 'status'],
    ['Lead Type', 'type'],
    ['Agent', 'agent'],
    ['Lender', null],
    ['Tags', 'tags'],
    ['Create Date', 'created_at'],
  ],
  HubSpot: [
    ['Record ID', null],
    ['First Name', 'first_name'],
    ['Last Name', 'last_name'],
    ['Email', 'email'],
    ['Phone Number', 'phone'],
    ['Mobile Phone Number', 'phone'],
    ['Contact owner', 'agent'],
    ['Lifecycle Stage', 'status'],
    ['Create Date', 'created_at'],
    ['City', 'areas'],
  ],
  'Wise Agent': [
    ['ClientID', null],
    ['First Name', 'first_name'],
    ['Last Name', 'last_name'],
    ['Email', 'email'],
    ['Cell Phone', 'phone'],
    ['Work Phone', 'phone'],
    ['Category', 'tags'],
    ['Source', 'source'],
    ['Status', 'status'],
    ['Date Added', 'created_at'],
  ],
  'Top Producer': [
    ['Contact First Name', 'first_name'],
    ['Contact Last Name', 'last_name'],
    ['Contact Type', 'type'],
    ['Salutation', null],
    ['Email', 'email'],
    ['Home Phone', 'phone'],
    ['Mobile', 'phone'],
    ['Source', 'source'],
    ['Status', 'status'],
  ],
}

describe.each(Object.entries(exportsOfProducts))('an export of %s', (product, columns) => {
  const headers = columns.map(([header]) => header)
  it('is recognized', () => expect(originOf(headers)).toBe(product))
  it('has each column understood', () => {
    expect(Object.fromEntries(suggestMapping(headers, []).map((field, at) => [headers[at], field]))).toEqual(
      Object.fromEntries(columns),
    )
  })
})

describe('a header', () => {
  it.each([
    ['Prénom', 'first_name'],
    ['NOM DE FAMILLE', 'last_name'],
    ['Courriel', 'email'],
    ['Téléphone cellulaire', 'phone'],
    ['Ville', 'areas'],
    ['Étiquettes', 'tags'],
    ['Remarques', 'note'],
    ['Budget max', 'price_max'],
    ['Prix', 'price'],
    ['first_name', 'first_name'],
    ['  E-MAIL ', 'email'],
    ['Tel.', 'phone'],
    ['Dernier contact', 'last_contacted_at'],
    ["Spouse's Email", null],
    ['Fax', null],
    ['Shoe size', null],
    ['', null],
  ])('%j means %j', (header, field) => expect(fieldOfHeader(header)).toBe(field))

  it('is missing when the first row already holds an address', () => {
    expect(hasHeader(['Ana', 'ana@example.test'])).toBe(false)
    expect(hasHeader(['Name', 'Email'])).toBe(true)
  })
})

describe('a column without a telling name', () => {
  it('is known by its values', () => {
    expect(
      suggestMapping(
        ['A', 'B', 'C'],
        [
          ['x', 'a@example.test', '416 555 0101'],
          ['y', 'b@example.test', ''],
        ],
      ),
    ).toEqual([null, 'email', 'phone'])
  })
  it('is the whole name when "Nom" stands alone', () => {
    expect(suggestMapping(['Nom', 'Courriel'], [])).toEqual(['full_name', 'email'])
    expect(suggestMapping(['Nom', 'Prénom'], [])).toEqual(['last_name', 'first_name'])
  })
})

it('needs a column that says who a person is', () => {
  expect(identifiesPeople([null, 'tags'])).toBe(false)
  expect(identifiesPeople([null, 'phone'])).toBe(true)
})
