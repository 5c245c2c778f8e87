import { priceInShort } from '../../../../platform/web/money.ts'
import { PRIMARY_AREAS } from '../../../leads/rules.ts'
import type { Offer } from '../../contract.ts'

/** "Buyer · $1.1M · Leslieville, Riverside +1". */
export function offerSummary({ roles_string, price_min, price_max, areas }: Offer): string {
  const price = price_max ?? price_min
  const named = areas.slice(0, PRIMARY_AREAS).map(({ name }) => name)
  const more = areas.length > PRIMARY_AREAS ? ` +${areas.length - PRIMARY_AREAS}` : ''
  return [roles_string, price === null ? '' : priceInShort(price), `${named.join(', ')}${more}`]
    .filter(Boolean)
    .join(' · ')
}
