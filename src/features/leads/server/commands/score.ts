import type { ScoreFacts } from '../../rules.ts'
import { scoreOf, scoreParts } from '../../rules.ts'

interface ScoredLead extends ScoreFacts {
  email_private: string | null
  phone_private: string | null
}

/** The columns of a score, as they follow from a lead's other columns; a lead is reached at its private addresses too. */
export function scoreColumns(lead: ScoredLead, now: Date) {
  const score_parts = scoreParts(
    { ...lead, email: lead.email_private ?? lead.email, phone: lead.phone_private ?? lead.phone },
    now,
  )
  return { lead_score: scoreOf(score_parts), score_parts }
}
