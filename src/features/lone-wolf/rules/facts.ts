import { centsText } from '../../commission/rules/plan.ts'
import type { TradeFacts } from './trade.ts'

/** A fact that both sides hold, as each of them has it; in words. */
export interface Difference {
  label: string
  ours: string
  theirs: string
}

const addressOf = ({ address: at }: TradeFacts): string =>
  [at.unit, at.street_number, at.street_name, at.street_direction, at.city, at.province, at.postal_code]
    .map(part => part.trim())
    .filter(Boolean)
    .join(' ')

const folded = (text: string) => text.toLowerCase().replaceAll(/[\s.,]/g, '')

/**
 * Where both sides hold something else. What they show us as empty is no difference: WolfConnect answers what the account may not
 * read like that.
 */
export function differencesOf(ours: TradeFacts, theirs: TradeFacts): Difference[] {
  const pairs: Difference[] = [
    { label: 'Price', ours: centsText(BigInt(ours.price)), theirs: centsText(BigInt(theirs.price)) },
    { label: 'Offer', ours: ours.offer_date ?? '', theirs: theirs.offer_date ?? '' },
    { label: 'Closing', ours: ours.close_date ?? '', theirs: theirs.close_date ?? '' },
    { label: 'MLS number', ours: ours.mls_number, theirs: theirs.mls_number },
    { label: 'Address', ours: addressOf(ours), theirs: addressOf(theirs) },
  ]
  return pairs.filter(({ ours: a, theirs: b }) => b !== '' && folded(a) !== folded(b))
}

/** Whether they hold it as we do. */
export const isSame = (ours: TradeFacts, theirs: TradeFacts): boolean => differencesOf(ours, theirs).length === 0

/** What WolfConnect asks for and a deal does not have yet, as people call it. */
export function missingIn({ price, offer_date, close_date, address }: TradeFacts): string[] {
  return [
    price > 0 ? '' : 'the price',
    offer_date === null ? 'the day of the offer' : '',
    close_date === null ? 'the closing day' : '',
    address.street_name && address.street_number && address.city && address.postal_code ? '' : 'the whole address',
  ].filter(Boolean)
}
