import type { DealDetail } from '../../deals/contract.ts'
import type { LoopClient, LoopDetails } from '../contract.ts'

/** A value beside that of a loop. */
export interface ComparedValue {
  label: string
  before: string
  after: string
  /** Both are filled and say different things. */
  differs: boolean
}

/** How amounts and days are written. */
export interface Wording {
  money(value: number): string
  day(value: string): string
}

type ComparedDeal = Pick<
  DealDetail,
  'street' | 'unit' | 'city' | 'postal' | 'price' | 'deposit' | 'offer_date' | 'close_date' | 'mls' | 'clients'
>

const addressOf = (street: string, unit: string, place: string) =>
  street ? [[unit, street].filter(Boolean).join(' – '), place.trim()].filter(Boolean).join(', ') : ''

const names = (all: readonly string[]) =>
  all
    .map(name => name.trim())
    .filter(Boolean)
    .join(', ')

/** The facts of a deal beside what its loop says; what the loop does not say differs from nothing. */
export function compareDeal(
  deal: ComparedDeal,
  { details, clients }: { details: LoopDetails; clients: readonly LoopClient[] },
  { money, day }: Wording,
): ComparedValue[] {
  const { propertyAddress: at, financial, contractDate } = details
  const amount = (value: number | null) => (value === null || value === 0 ? '' : money(value))
  const on = (value: string | null) => (value === null ? '' : day(value))
  const street = [at.streetNumber, at.streetName].filter(Boolean).join(' ')
  const rows: readonly (readonly [label: string, before: string, after: string])[] = [
    ['MLS number', deal.mls ?? '', at.mlsNumber],
    [
      'Address',
      addressOf(deal.street, deal.unit, `${deal.city} ${deal.postal}`),
      addressOf(street, at.unit, `${at.city} ${at.zip}`),
    ],
    ['Price', amount(deal.price), amount(financial.price)],
    ['Deposit', amount(deal.deposit), amount(financial.earnestMoneyAmount)],
    ['Offer date', on(deal.offer_date), on(details.offerDate)],
    ['Closing date', on(deal.close_date), on(contractDate.closingDate)],
    [
      'Clients',
      names(deal.clients.map(one => `${one.client_first_name} ${one.client_last_name}`)),
      names(clients.map(({ fullName }) => fullName)),
    ],
  ]
  return rows.map(([label, before, after]) => ({
    label,
    before,
    after,
    differs: before !== '' && after !== '' && before !== after,
  }))
}
