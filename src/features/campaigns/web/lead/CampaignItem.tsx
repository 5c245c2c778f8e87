import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCalendar,
  IconClock,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { isAutomatic } from '../../../tasks/rules/tasks.ts'
import type { LeadCampaign } from '../../contract/records.ts'
import { pauseCampaign, resumeCampaign, sendStepNow, skipStep, stopCampaign } from '../client.ts'
import { instanceText } from '../rules/text.ts'
import classes from './LeadCampaigns.module.css'

const PauseDialog = onDemand(async () => (await import('./PauseDialog.tsx')).PauseDialog)

interface CampaignItemProps {
  leadId: number
  instance: LeadCampaign
  now: Date
  zone: string
  onPlan(): void
}

/** A campaign that runs on the lead: how far it is, what comes next, and what can be done with it. */
export function CampaignItem({ leadId, instance, now, zone, onPlan }: CampaignItemProps) {
  const { campaign, steps_done, steps_count, state, next_task } = instance
  const [isPausing, setIsPausing] = useState(false)
  const isWaiting = state === 'paused' || instance.is_held
  return (
    <li className={classes.item}>
      <Ring
        size={42}
        turn={instance.progress / 100}
        label={`${steps_done} of ${steps_count} steps done`}
        {...(isWaiting ? { color: 'var(--kt-neutral-9)' } : {})}
      >
        <span className={classes.place}>
          {Math.min(steps_done, steps_count)}/{steps_count}
        </span>
      </Ring>
      <div className={classes.text}>
        <button type="button" className={classes.name} onClick={onPlan}>
          {campaign.name}
        </button>
        <span className={classes.next}>{instanceText(instance, now, zone)}</span>
        {next_task?.reason && <span className={classes.quiet}>{next_task.reason}</span>}
      </div>
      <InstanceMenu leadId={leadId} instance={instance} onPlan={onPlan} onPause={() => setIsPausing(true)} />
      {isPausing && <PauseDialog leadId={leadId} instance={instance} onClose={() => setIsPausing(false)} />}
    </li>
  )
}

const icon = { size: 15, stroke: 1.6 }

interface InstanceMenuProps extends Pick<CampaignItemProps, 'leadId' | 'instance' | 'onPlan'> {
  onPause(): void
}

function InstanceMenu({ leadId, instance, onPlan, onPause }: InstanceMenuProps) {
  const { campaign, next_task, state } = instance
  const sendText = next_task && isAutomatic(next_task.task_type) ? 'Send next now' : 'Make the task now'
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for “${campaign.name}”`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCalendar {...icon} />} onClick={onPlan}>
          What happens when
        </Menu.Item>
        {next_task && (
          <>
            <Menu.Item leftSection={<IconSend {...icon} />} onClick={() => void sendStepNow(leadId, instance)}>
              {sendText}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconPlayerSkipForward {...icon} />}
              onClick={() => void skipStep(leadId, instance)}
            >
              Skip next step
            </Menu.Item>
          </>
        )}
        {state === 'paused' ? (
          <Menu.Item leftSection={<IconPlayerPlay {...icon} />} onClick={() => void resumeCampaign(leadId, instance)}>
            Resume
          </Menu.Item>
        ) : (
          <>
            <Menu.Item
              leftSection={<IconPlayerPause {...icon} />}
              onClick={() => void pauseCampaign(leadId, instance, null)}
            >
              Pause
            </Menu.Item>
            <Menu.Item leftSection={<IconClock {...icon} />} onClick={onPause}>
              Pause until...
            </Menu.Item>
          </>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconPlayerStop {...icon} />}
          onClick={() => void stopCampaign(leadId, instance)}
        >
          Stop
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
