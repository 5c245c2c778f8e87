import { PanelSection, Sparkline } from '../../../platform/ui/pieces.tsx'
import type { Lead, LeadRow } from '../contract/record.ts'
import { visitsText } from './LeadColumns.tsx'
import classes from './LeadPanels.module.css'

/** The parts of a score, each with how much of its most it reached. */
export function ScoreParts({ parts }: { parts: Lead['score_parts'] }) {
  return (
    <dl className={classes.parts}>
      {parts.map(part => (
        <div key={part.label} className={classes.part}>
          <dt>{part.label}</dt>
          <dd>
            <span className={classes.track} aria-hidden="true">
              <span
                className={classes.fill}
                style={{ width: `${part.most > 0 ? (part.points / part.most) * 100 : 0}%` }}
              />
            </span>
            <span className={classes.points}>
              <b>{Math.round(part.points)}</b>/{part.most}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The score with its parts, and the visits behind it. */
export function LeadScore({ lead }: { lead: LeadRow & Partial<Lead> }) {
  return (
    <PanelSection title="Score">
      <div className={classes.scoreLine}>
        <span className={classes.score}>{lead.lead_score.toFixed(1)}</span>
        <Sparkline values={lead.activity} width={120} height={26} recent={4} label={visitsText(lead)} />
      </div>
      {lead.score_parts ? <ScoreParts parts={lead.score_parts} /> : <div className={classes.partsRoom} />}
    </PanelSection>
  )
}
