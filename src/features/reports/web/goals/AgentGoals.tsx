import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import type { Goal } from '../../contract.ts'
import { goalsQuery } from '../client.ts'
import { GoalDialog } from './GoalDialog.tsx'
import { GoalRow } from './GoalRow.tsx'
import classes from './Goals.module.css'

/** The goals of an agent with their progress, and the way to set them for whoever leads them. */
export function AgentGoals({ agentId }: { agentId: number }) {
  const { data } = useQuery(goalsQuery(agentId))
  const [edited, setEdited] = useState<Goal | 'new' | null>(null)
  if (!data || (data.goals.length === 0 && !data.may_set)) return null
  return (
    <PanelSection
      title="Goals"
      action={
        data.may_set && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={15} stroke={1.6} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            Set a goal
          </Button>
        )
      }
    >
      {data.goals.length === 0 && <p className={classes.none}>No goals yet.</p>}
      <ul className={classes.goals}>
        {data.goals.map(goal => (
          <GoalRow key={`${goal.metric} ${goal.period}`} goal={goal}>
            {data.may_set && (
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={`Change the goal: ${goal.label}, ${goal.period}`}
                onClick={() => setEdited(goal)}
              >
                <IconPencil size={15} stroke={1.6} />
              </ActionIcon>
            )}
          </GoalRow>
        ))}
      </ul>
      {edited && (
        <GoalDialog agentId={agentId} goal={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </PanelSection>
  )
}
