import { describe, expect, it } from 'vitest'
import { formFields } from '../../../../platform/web/calls/form.ts'
import type { LoopDetails } from '../../../loops/contract.ts'
import {
  documentsOf,
  emptyDealForm,
  guessTitle,
  newClient,
  parseDealForm,
  whyNot,
  withCommission,
  withListing,
  withoutListing,
  withPercentage,
  withPrice,
  withTotal,
  withTransaction,
} from './form.ts'
import { compareLoop, withLoop } from './loop.ts'
import { submissionOf } from './wire.ts'

const empty = emptyDealForm({ id: 7, name: 'Maya Lindqvist' })

const details: LoopDetails = {
  id: 41,
  name: 'Okafor, Stadium Rd',
  transactionType: 'PURCHASE_OFFER',
  status: 'UNDER_CONTRACT',
  created: '2026-11-16T10:00:00.000Z',
  updated: '2026-11-19T10:00:00.000Z',
  propertyAddress: {
    mlsNumber: 'C9931172',
    streetNumber: '38',
    streetName: 'Stadium Rd',
    unit: '1208',
    city: 'Toronto',
    state: 'ON',
    zip: 'M5V 3P4',
  },
  offerDate: '2026-11-18',
  contractDate: { closingDate: '2027-01-29' },
  financial: { price: 1_149_000, earnestMoneyAmount: 57_450 },
  unmapped: [{ name: 'Home warranty', value: 'Yes' }],
}
const loop = {
  details,
  clients: [{ fullName: 'Anna Maria van Dyk', email: 'a@x.test', role: 'BUYER', isOnCRM: false, user: null }],
}

describe('the form of a deal', () => {
  it('is filled from a loop, the first word of a name as the first name and the rest as the last', () => {
    const form = withLoop({ ...empty, commission: 2.5 }, loop)
    expect(form).toMatchObject({
      mls: 'C9931172',
      street_number: '38',
      unit_number: '1208',
      acceptedPrice: 1_149_000,
      depositAmount: 57_450,
      ...{
        offerDate: '2026-11-18',
        closingDate: '2027-01-29',
        totalCommission: 28_725,
        notes: 'Home warranty: Yes',
        loopId: 41,
      },
    })
    expect(form.clients).toMatchObject([{ firstName: 'Anna', lastName: 'Maria van Dyk', isOnCRM: false }])
    expect(withLoop(form, loop).notes).toBe('Home warranty: Yes')
  })

  it('says beforehand what a loop would change', () => {
    const show = { money: (value: number) => `$${value}`, day: (value: string) => value }
    const rows = compareLoop({ ...empty, acceptedPrice: 1_150_000 }, loop, show)
    expect(rows.find(({ label }) => label === 'Accepted price')).toEqual({
      label: 'Accepted price',
      before: '$1150000',
      after: '$1149000',
      differs: true,
    })
    expect(rows.find(({ label }) => label === 'Deposit')).toMatchObject({ before: '', differs: false })
  })

  it('has address and owner of the listing that was found, and neither after one that was not', () => {
    const address = {
      street_number: '38',
      street_name: 'Stadium Rd',
      unit_number: '',
      city: 'Toronto',
      province: 'ON',
      postal_code: 'M5V 3P4',
      owner: 'Delacroix Holdings Inc.',
      listing: null,
    }
    const found = withListing({ ...empty, mls: 'C1' }, address)
    expect(found).toMatchObject({ mls: 'C1', street_name: 'Stadium Rd', listingOwners: 'Delacroix Holdings Inc.' })
    expect(withoutListing(found)).toMatchObject({ mls: 'C1', street_name: '', city: '', listingOwners: '' })
  })

  it('has percent and dollars of the commission fill each other', () => {
    const priced = withPrice(empty, 1_149_000)
    expect(withCommission(priced, 2.5).totalCommission).toBe(28_725)
    expect(withTotal(priced, 28_725).commission).toBe(2.5)
    const [own] = empty.commission_splits
    expect(own && withPercentage(own, '33.5').percentage).toBe(33)
  })

  it('keeps what fits when it becomes a listing', () => {
    expect(withTransaction({ ...empty, dealType: 4, city: 'Toronto' }, 'Listing')).toMatchObject({
      dealType: 2,
      city: 'Toronto',
    })
  })

  it('wants an address, a price and a commission before it is sent', () => {
    expect(whyNot(empty)).toBe('The address is missing')
    expect(whyNot(withLoop(empty, loop))).toBe('The commission is missing')
    expect(whyNot(withCommission(withLoop(empty, loop), 2))).toBe(null)
  })

  it('recognizes documents by the names of their files', () => {
    const form = { ...empty, clients: [newClient({ firstName: 'Amara', lastName: 'Okafor' })] }
    const documents = documentsOf(form, [])
    expect(guessTitle('Agreement of Purchase and Sale.pdf', documents)).toBe('Agreement of purchase and sale')
    expect(guessTitle('Form320.pdf', documents)).toBe('Confirmation of co-operation')
    expect(guessTitle('FINTRAC_identification_Okafor.pdf', documents)).toBe('FINTRAC identification, Amara Okafor')
    expect(guessTitle('scan0001.pdf', documents)).toBe(null)
  })

  it('travels with booleans as integers, and each document with the file that it is', () => {
    const file = new File(['%PDF-'], 'Form320.pdf')
    const files = [{ id: 'a', file, title: 'Confirmation of co-operation', loop: { id: 5, revision: 'r1' } }]
    const clients = [newClient({ firstName: 'Amara', isRepeat: true })]
    const sent = Object.fromEntries(formFields(submissionOf({ ...empty, clients }, files)))
    expect(sent).toMatchObject({
      'clients[0][firstName]': 'Amara',
      'clients[0][isRepeat]': '1',
      'clients[0][isPersonal]': '0',
      ...{
        'clients[0][isOnCRM]': '0',
        'commission_splits[0][agentId]': '7',
        'commission_splits[0][percentage]': '100',
      },
      'loopFiles[0][file]': '0',
      'loopFiles[0][id]': '5',
      'loopFiles[0][revision]': 'r1',
    })
    const [title = ''] = Object.entries(sent).find(([, value]) => value === 'Confirmation of co-operation') ?? []
    expect(['isSubmitted', 'isRequired', 'isCustom', 'file'].map(name => sent[title.replace('title', name)])).toEqual([
      '1',
      '1',
      '0',
      '0',
    ])
  })

  it('is read back as it was kept, and not from another version', () => {
    expect(parseDealForm(JSON.parse(JSON.stringify(empty)))).toEqual(empty)
    expect(parseDealForm({ mls: 'C1' })).toBe(null)
  })
})
