import type { QuotaRulesPart } from '../../quotas/web/extensions.ts'
import { OfferOrder } from './rehearsal/OfferOrder.tsx'
import { RehearsalPanel } from './rehearsal/RehearsalPanel.tsx'

export const quotaRulesParts: readonly QuotaRulesPart[] = [
  { order: 10, place: 'beneath', Part: OfferOrder },
  { order: 20, place: 'beside', Part: RehearsalPanel },
]
