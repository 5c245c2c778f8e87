import type { AgentQuotaRow, QuotaFilter } from '../contract/agents.ts'

/** Whether a filter shows an agent. */
export const shows: Readonly<Record<QuotaFilter, (row: AgentQuotaRow) => boolean>> = {
  all: () => true,
  at_limit: ({ is_at_limit }) => is_at_limit,
  override: ({ is_override }) => is_override,
  absent: ({ away_until, is_day_off }) => away_until !== null || is_day_off,
  untouched: ({ is_over_untouched }) => is_over_untouched,
}
