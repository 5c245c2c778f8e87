import { Button } from '@mantine/core'
import { useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { isAutomatic } from '../../../tasks/rules/tasks.ts'
import type { LeadCampaign } from '../../contract/records.ts'
import { resumeCampaign, sendStepNow, skipStep, stopCampaign } from '../client.ts'
import { instanceText } from '../rules/text.ts'
import classes from './LeadCampaigns.module.css'

const PauseDialog = onDemand(async () => (await import('./PauseDialog.tsx')).PauseDialog)

interface PlanActionsProps {
  leadId: number
  instance: LeadCampaign
  now: Date
  zone: string
}

/** How far a campaign is on the lead, and what can be done with it. */
export function PlanActions({ leadId, instance, now, zone }: PlanActionsProps) {
  const [isPausing, setIsPausing] = useState(false)
  const { steps_done, steps_count, progress, next_task, state } = instance
  return (
    <section className={classes.planActions} aria-label="This campaign">
      <Ring size={42} turn={progress / 100} label={`${steps_done} of ${steps_count} steps done`}>
        <span className={classes.place}>
          {Math.min(steps_done, steps_count)}/{steps_count}
        </span>
      </Ring>
      <p>{instanceText(instance, now, zone)}</p>
      <span className={classes.planButtons}>
        {next_task && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => void sendStepNow(leadId, instance)}>
              {isAutomatic(next_task.task_type) ? 'Send now' : 'Make the task now'}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => void skipStep(leadId, instance)}>
              Skip
            </Button>
          </>
        )}
        {state === 'paused' ? (
          <Button size="compact-sm" variant="default" onClick={() => void resumeCampaign(leadId, instance)}>
            Resume
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => setIsPausing(true)}>
            Pause until...
          </Button>
        )}
        <Button size="compact-sm" variant="default" c="red" onClick={() => void stopCampaign(leadId, instance)}>
          Stop
        </Button>
      </span>
      {isPausing && <PauseDialog leadId={leadId} instance={instance} onClose={() => setIsPausing(false)} />}
    </section>
  )
}
