import { PanelSection, Sparkline } from '../../../../platform/ui/pieces.tsx'
import { ago } from '../../../../platform/web/time/time.ts'
import type { Lead, LeadRow } from '../../contract/record.ts'
import { FADING_PART, SCORE_HALF_LIFE_DAYS } from '../../rules.ts'
import { visitsText } from '../table/LeadColumns.tsx'
import classes from './LeadPanels.module.css'

/** The parts of a score, each with how much of its most it reached. */
export function ScoreParts({ parts }: { parts: Lead['score_parts'] }) {
  return (
    <>
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
      <p className={classes.fading}>{fadingText(parts)}</p>
    </>
  )
}

/** How the score fades, and how much of it has. */
function fadingText(parts: Lead['score_parts']): string {
  const points = parts.find(({ label }) => label === FADING_PART.label)?.points ?? 0
  if (points === 0) return 'No visit lately, so there is nothing left to fade.'
  const faded = Math.round(FADING_PART.most - points)
  const rule = `Recent activity fades each night, by half in ${SCORE_HALF_LIFE_DAYS} days without a visit`
  return faded === 0 ? `${rule}.` : `${rule}: ${faded} ${faded === 1 ? 'point is' : 'points are'} gone.`
}

/** The score with its parts, and the visits behind it. */
export function LeadScore({ lead, now, zone }: { lead: LeadRow & Partial<Lead>; now: Date; zone: string }) {
  const visited = lead.was_active ? lead.last_active_at : lead.updated_at
  // biome-ignore lint/complexity/useMathMinMax: instants as text
  const since = ago(visited > lead.updated_at ? visited : lead.updated_at, now, zone)
  return (
    // Whatever changes a lead works out its score anew.
    <PanelSection
      title="Score"
      action={
        <span className={classes.updated}>
          Updated {since === 'now' ? 'just now' : since.replace('Today', 'today')}
        </span>
      }
    >
      <div className={classes.scoreLine}>
        <span className={classes.score}>{lead.lead_score.toFixed(1)}</span>
        <Sparkline values={lead.activity} width={120} height={26} recent={4} label={visitsText(lead)} />
      </div>
      {lead.score_parts ? <ScoreParts parts={lead.score_parts} /> : <div className={classes.partsRoom} />}
    </PanelSection>
  )
}
