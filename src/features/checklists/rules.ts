/** Longest comment on an item, and longest note, in characters. */
export const MAX_COMMENT = 1000
export const MAX_NOTE = 5000
/** Longest title of an item. */
export const MAX_TITLE = 200
/** Items of a checklist at the most. */
export const MAX_ITEMS = 200

/** An item as a new checklist begins. */
export interface NewItem {
  title: string
  is_priority?: boolean
  children?: readonly string[]
}

interface Person {
  name: string
}

const item = (title: string, children: readonly string[] = []): NewItem => ({ title, children })
const first = (title: string): NewItem => ({ title, is_priority: true })

/** One identification for each person: of clients, and of the other side where nobody represents them. */
const identification = (clients: readonly Person[]): NewItem =>
  item('FINTRAC identification', [
    ...clients.map(({ name }) => `Individual ID, ${name}`),
    'Unrepresented party, if there is one',
    'Third-party determination',
  ])

const sale = (clients: readonly Person[]): NewItem[] => [
  first('Agreement of purchase and sale, signed'),
  item('Confirmation of co-operation'),
  item('RECO information guide'),
  identification(clients),
  first('Deposit receipt'),
  item('Receipt of funds record'),
  item('Notices of fulfilment or waivers', ['Financing', 'Inspection', 'Status certificate']),
  item('Lawyer information'),
  item('Trade record sheet'),
  item('Final walk-through'),
]

const lease: NewItem[] = [
  first('Agreement to lease, signed'),
  item('Confirmation of co-operation'),
  item('RECO information guide'),
  item('Rental application', ['Credit report', 'Employment letter']),
  first('First and last month’s rent'),
  item('Tenant insurance'),
  item('Trade record sheet'),
  item('Key exchange'),
]

const referral: NewItem[] = [
  first('Referral agreement, signed'),
  item('Other brokerage’s trade record'),
  item('Referral fee received'),
]

/** What is left to do on a new deal of a type, for these people. */
export function itemsFor(type: number, clients: readonly Person[]): NewItem[] {
  switch (type) {
    case 1:
      return [first('Listing agreement, signed'), ...sale(clients)]
    case 2:
      return [first('Listing agreement, signed'), ...lease]
    case 3:
      return sale(clients)
    case 4:
      return lease
    case 5:
      return referral
    default:
      return [
        first('Builder agreement, signed'),
        item('Cooling-off period', ['Lawyer review', 'Mortgage pre-approval']),
        identification(clients),
        item('Deposits', ['First deposit', 'Second deposit', 'Third deposit']),
        item('Assignment clause checked'),
        item('Trade record sheet'),
      ]
  }
}

interface Countable {
  id: number
  parent_id: number | null
  is_active: boolean
  is_completed: boolean
}

/** How many items that apply are done. An item with others below it counts as those: it is done when they are. */
export function progressOf(items: readonly Countable[]): { done: number; total: number } {
  const inactive = new Set(items.filter(one => !one.is_active).map(one => one.id))
  const applying = items.filter(one => one.is_active && !inactive.has(one.parent_id ?? 0))
  const parents = new Set(applying.map(one => one.parent_id))
  const counted = applying.filter(one => !parents.has(one.id))
  return { done: counted.filter(one => one.is_completed).length, total: counted.length }
}
