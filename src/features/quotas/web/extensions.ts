import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'

/** What features that go by the quota rules show beside them. */
export interface QuotaRulesPart {
  order: number
  /** Beneath the ladders, or in a column of its own at the right. */
  place: 'beneath' | 'beside'
  Part: ComponentType<QuotaRulesPartProps>
}

export interface QuotaRulesPartProps {
  /** Which draft is stored; another number is another draft, 0 none. */
  draftVersion: number
}

export const quotaRulesParts = defineSlot<'quotaRulesParts', QuotaRulesPart>('quotaRulesParts')
