import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import type { TaskOfLead } from '../../contract.ts'
import { openFirst } from '../../rules/tasks.ts'
import classes from './LeadTasks.module.css'
import { TaskLine } from './LeadTasks.tsx'

interface NextTaskProps {
  tasks: readonly TaskOfLead[]
  now: Date
  zone: string
  onAdd(): void
  onEdit(task: TaskOfLead): void
}

/** The task of a lead that is due next, and how many follow it. */
export function NextTask({ tasks, now, zone, onAdd, onEdit }: NextTaskProps) {
  const [next, ...later] = openFirst(tasks).open
  return (
    <PanelSection
      title="Next task"
      action={
        <>
          {later.length > 0 && <span className={classes.none}>{later.length} more</span>}
          <ActionIcon size="xs" aria-label="Add a task" onClick={onAdd}>
            <IconPlus size={15} stroke={1.6} />
          </ActionIcon>
        </>
      }
    >
      {next ? (
        <ul className={classes.lines}>
          <TaskLine task={next} now={now} zone={zone} onEdit={() => onEdit(next)} />
        </ul>
      ) : (
        <p className={classes.none}>Nothing planned.</p>
      )}
    </PanelSection>
  )
}
