import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { leadSlug } from '../../../features/leads/rules.ts'
import type { PeekedLead } from '../../../features/leads/web/client/peekList.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { Initials } from '../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../platform/web/text.ts'
import { leadFacts } from '../person/facts.ts'
import classes from './Peek.module.css'

/** Who it is, what they look for, and how hot they are. */
export function PeekHead({ lead, children }: { lead: PeekedLead; children: ReactNode }) {
  const slug = leadSlug(lead)
  const { lead_score: score } = lead
  return (
    <header className={classes.head}>
      <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="cyan" size={40} />
      <div className={classes.names}>
        <h2 dir="auto">
          {slug === null ? (
            leadName(lead)
          ) : (
            <Link to="/leads/$slug" params={{ slug }}>
              {leadName(lead)}
            </Link>
          )}
        </h2>
        <p>{leadFacts(lead)}</p>
      </div>
      {score !== undefined && (
        <Ring size={42} turn={score / 100} label={`Score ${score.toFixed(1)} of 100`}>
          <span className={classes.score}>{score.toFixed(1)}</span>
        </Ring>
      )}
      {children}
    </header>
  )
}
