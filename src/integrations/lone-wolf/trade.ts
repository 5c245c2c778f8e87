import { z } from 'zod'

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

/** An agent's part of the commission of a trade that is opened; cents. */
export interface TradePart {
  /** By which the agent is known there. */
  email: string
  name: string
  amount: number
}

/** A trade to open. */
export interface NewTrade extends TradeFacts {
  reference: string
  /** The kind of deal, from 1 on, which chooses the classification. */
  type: number
  is_listing: boolean
  parts: readonly TradePart[]
}

/** A trade as the back office has it. */
export interface Trade {
  id: string
  /** The trade number. */
  number: string
  /** N, A, B or C; P where only a part of it is closed. */
  status_code: string
  /** Another one after every change of the trade. */
  row_version: string
  reference: string
  changed_at: string
  facts: TradeFacts
}

const text = z
  .string()
  .nullish()
  .transform(value => value ?? '')
const day = z
  .string()
  .nullish()
  .transform(value => value?.slice(0, 10) || null)

/** A trade as it travels; what we may not read is null. */
export const WireTrade = z.object({
  Id: z.string(),
  Number: z.string(),
  StatusCode: z.string(),
  RowVersion: z.union([z.int(), z.string()]).transform(String),
  LegalDescription: text,
  MLSNumber: text,
  SellPrice: z.number(),
  OfferDate: day,
  CloseDate: day,
  TransactionChangedTimestamp: z.string(),
  MLSAddress: z
    .object({
      StreetNumber: text,
      StreetName: text,
      StreetDirection: text,
      Unit: text,
      City: text,
      ProvinceCode: text,
      PostalCode: text,
    })
    .nullish(),
})

/** A trade in our words. */
export function tradeOf(wire: z.output<typeof WireTrade>): Trade {
  const { MLSAddress: at } = wire
  return {
    id: wire.Id,
    number: wire.Number,
    status_code: wire.StatusCode,
    row_version: wire.RowVersion,
    reference: wire.LegalDescription,
    changed_at: wire.TransactionChangedTimestamp,
    facts: {
      mls_number: wire.MLSNumber,
      price: Math.round(wire.SellPrice * 100),
      offer_date: wire.OfferDate,
      close_date: wire.CloseDate,
      address: {
        street_number: at?.StreetNumber ?? '',
        street_name: at?.StreetName ?? '',
        street_direction: at?.StreetDirection ?? '',
        unit: at?.Unit ?? '',
        city: at?.City ?? '',
        province: at?.ProvinceCode ?? '',
        postal_code: at?.PostalCode ?? '',
      },
    },
  }
}

/** Facts as they travel. Postal codes go, and come back, without their space. */
export const wireFacts = (facts: TradeFacts) => ({
  MLSNumber: facts.mls_number,
  SellPrice: facts.price / 100,
  OfferDate: facts.offer_date,
  CloseDate: facts.close_date,
  MLSAddress: {
    StreetNumber: facts.address.street_number,
    StreetName: facts.address.street_name,
    StreetDirection: facts.address.street_direction,
    Unit: facts.address.unit,
    City: facts.address.city,
    ProvinceCode: facts.address.province,
    PostalCode: facts.address.postal_code.replaceAll(' ', ''),
    CountryCode: 'CA',
  },
})

/** A trade to open as it travels: one tier, with the agents of it. Members are found by their e-mail address. */
export function wireNewTrade(
  trade: NewTrade,
  { propertyType, classification, members }: WireIds,
): Record<string, unknown> {
  const facts = wireFacts(trade)
  return {
    ...facts,
    LegalDescription: trade.reference,
    PropertyTypeId: propertyType,
    ClassificationId: classification,
    Tiers: [
      {
        ClassificationId: classification,
        SellPrice: facts.SellPrice,
        CloseDate: facts.CloseDate,
        AgentCommissions: trade.parts.map(({ email, amount }) => ({
          AgentId: members.get(email.toLowerCase()),
          EndCode: trade.is_listing ? 'L' : 'S',
          EndCount: 1 / trade.parts.length,
          Commission: amount / 100,
        })),
      },
    ],
  }
}

interface WireIds {
  propertyType: string
  classification: string
  /** Ids of members by their e-mail addresses. */
  members: ReadonlyMap<string, string>
}
