import type { FakeLoop } from '../../../integrations/dotloop/fake.ts'

/** A deal of the demo that came from a loop, as it is. */
export interface TiedDeal {
  loop_id: number
  read_at: string
  changed_at: string | null
  street_number: string
  street_name: string
  unit: string
  city: string
  postal_code: string
  mls_number: string | null
  /** Dollars. */
  price: number
  deposit: number | null
  is_lease: boolean
  offer_date: string | null
  close_date: string | null
  client: string
}

const WEEK_MS = 7 * 86_400_000

const usDay = (day: string | null, laterMs = 0) => {
  if (day === null) return ''
  const [year, month, date] = new Date(Date.parse(day) + laterMs).toISOString().slice(0, 10).split('-')
  return `${month}/${date}/${year}`
}

const amount = (dollars: number | null) => (dollars === null ? '' : Math.round(dollars).toLocaleString('en-US'))

/** The loop that such a deal came from: the closing moved by a week since, and a second client and a waiver came. */
export function loopOfDeal(deal: TiedDeal, profileId: number): FakeLoop {
  const id = deal.loop_id
  const changed = deal.changed_at ?? deal.read_at
  const role = deal.is_lease ? 'TENANT' : 'BUYER'
  const home = [deal.unit, `${deal.street_number} ${deal.street_name}`].filter(Boolean).join(' – ')
  const document = (place: number, name: string, updated: string) => ({
    ...{ id: id * 100 + place, folderId: id * 10, name, pages: 2 },
    ...{ created: deal.read_at, updated },
  })
  return {
    id,
    profileId,
    name: `${deal.client.split(' ').at(-1) || 'Loop'}, ${home}`,
    transactionType: deal.is_lease ? 'LEASE' : 'PURCHASE_OFFER',
    status: 'UNDER_CONTRACT',
    created: deal.read_at,
    updated: changed,
    detail: {
      'Property Address': {
        'Street Number': deal.street_number,
        'Street Name': deal.street_name,
        'Unit Number': deal.unit,
        City: deal.city,
        'State/Prov': 'ON',
        'Zip/Postal Code': deal.postal_code,
        'MLS Number': deal.mls_number ?? '',
      },
      Financials: { 'Purchase/Sale Price': amount(deal.price), 'Earnest Money Amount': amount(deal.deposit) },
      'Offer Dates': { 'Offer Date': usDay(deal.offer_date) },
      'Contract Dates': { 'Closing Date': usDay(deal.close_date, WEEK_MS) },
    },
    participants: [
      { id: id * 10, fullName: deal.client || 'Anna Maria van Dyk', email: '', role },
      { id: id * 10 + 1, fullName: 'Kelechi Okafor', email: 'kelechi.okafor@mail.test', role },
    ],
    documents: [
      document(0, 'Agreement of Purchase and Sale', deal.read_at),
      document(1, 'Confirmation of Co-operation', deal.read_at),
      document(2, 'Waiver', changed),
    ],
  }
}
