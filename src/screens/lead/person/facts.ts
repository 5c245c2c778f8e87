import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { areasShown, priceText } from '../../../features/leads/web/pieces/wording.ts'

type Facts = Partial<
  Pick<
    LeadRow,
    'roles_string' | 'searches_price_max' | 'stated_price_max' | 'primary_area' | 'primary_areas' | 'all_areas'
  >
>

/** What a lead looks for, as far as it is known, on one line: "Buyer · $925K · Corktown, Regent Park". */
export function leadFacts(lead: Facts): string {
  const { names, more } = areasShown([...(lead.primary_areas ?? []), ...(lead.all_areas ?? [])])
  const place = `${names || (lead.primary_area ?? '')}${more > 0 ? ` +${more}` : ''}`
  const { searches_price_max = null, stated_price_max = null } = lead
  return [lead.roles_string, priceText({ searches_price_max, stated_price_max }), place].filter(Boolean).join(' · ')
}
