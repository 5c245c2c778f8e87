import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { dayLabel, timeOfDay } from '../../../../platform/web/time/time.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { isAutomatic } from '../../../tasks/rules/tasks.ts'
import type { HappenedEntry, LeadCampaign, PlannedEntry } from '../../contract/records.ts'
import { planQuery } from '../client.ts'
import { StepNode } from '../page/StepNode.tsx'
import { endText } from '../rules/text.ts'
import classes from './LeadCampaigns.module.css'
import { PlanActions } from './PlanActions.tsx'

interface PlanDialogProps {
  lead: { id: number; first_name: string }
  instance: LeadCampaign
  now: Date
  onClose(): void
}

/** What will happen to a lead and on which day, in their own zone, and what did. */
export function PlanDialog({ lead, instance, now, onClose }: PlanDialogProps) {
  const isWide = useIsWide()
  const { data, error } = useQuery(planQuery(lead.id, instance.campaign.id))
  const name = lead.first_name || 'this lead'
  return (
    <Dialog opened onClose={onClose} title={instance.campaign.name} fullScreen={!isWide} size={560}>
      {error && !data && <p role="alert">{sentenceOf(error)}</p>}
      {!data && !error && <Loading />}
      {data && (
        <div className={classes.plan}>
          {data.instance.archived ? (
            <p className={classes.lead}>{endText(data.instance)}</p>
          ) : (
            <>
              <PlanActions leadId={lead.id} instance={data.instance} now={now} zone={data.zone} />
              <h3 className={classes.heading}>
                What will happen to {name}, and on which day
                <span className={classes.zone}>{data.zone.replace(/_/g, ' ')}</span>
              </h3>
              <ol className={classes.entries}>
                {data.future.map(entry => (
                  <Future key={`${entry.step_id}:${entry.occurrence}`} entry={entry} now={now} zone={data.zone} />
                ))}
              </ol>
            </>
          )}
          {data.happened.length > 0 && (
            <>
              <h3 className={classes.heading}>Happened</h3>
              <ol className={classes.entries}>
                {data.happened.map(entry => (
                  <Happened key={`${entry.step_id}:${entry.occurrence}`} entry={entry} now={now} zone={data.zone} />
                ))}
              </ol>
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

function When({ at, now, zone }: { at: string; now: Date; zone: string }) {
  return (
    <span className={classes.when}>
      <b>{dayLabel(at, now, zone)}</b>
      <span>{timeOfDay(at, zone)}</span>
    </span>
  )
}

function Future({ entry, now, zone }: { entry: PlannedEntry; now: Date; zone: string }) {
  const what = isAutomatic(entry.step_type) ? 'sent by itself' : 'becomes a task'
  return (
    <li data-next={entry.is_next || undefined}>
      <When at={entry.at} now={now} zone={zone} />
      <StepNode type={entry.step_type} />
      <span className={classes.what}>
        <b>{entry.name}</b>
        <span>
          {entry.occurrence > 0 ? 'Repeats' : `Step ${entry.place} · ${what}`}
          {entry.wording && ` · wording ${entry.wording.toUpperCase()}`}
          {entry.reason && ` · ${entry.reason}`}
        </span>
      </span>
    </li>
  )
}

function Happened({ entry, now, zone }: { entry: HappenedEntry; now: Date; zone: string }) {
  return (
    <li>
      <When at={entry.at} now={now} zone={zone} />
      <StepNode type={entry.step_type} />
      <span className={classes.what}>
        <b>{entry.name}</b>
        <span>
          {entry.result}
          {entry.wording && ` · wording ${entry.wording.toUpperCase()}`}
        </span>
      </span>
    </li>
  )
}
