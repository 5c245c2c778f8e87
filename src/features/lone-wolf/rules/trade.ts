/** Where a trade's home is. */
export interface TradeAddress {
  street_number: string
  street_name: string
  street_direction: string
  unit: string
  city: string
  province: string
  postal_code: string
}

/** What both sides hold of a trade. Days are yyyy-MM-dd, money is cents. */
export interface TradeFacts {
  mls_number: string
  price: number
  offer_date: string | null
  close_date: string | null
  address: TradeAddress
}

/** An agent's part of the commission of a trade; cents. */
export interface TradePart {
  email: string
  name: string
  amount: number
}

/** A trade as the back office has it. */
export interface TheirTrade {
  id: string
  /** The trade number. */
  number: string
  status_code: string
  /** Another one after every change of the trade. */
  row_version: string
  facts: TradeFacts
}

/** What became of something that was sent. `unknown`: no answer came, or none that says it. */
export type Outcome =
  | { outcome: 'confirmed'; trade: TheirTrade }
  | { outcome: 'differs' }
  | { outcome: 'refused'; problem: string; isAccount: boolean }
  | { outcome: 'unknown' }
