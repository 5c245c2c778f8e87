import { Menu } from '@mantine/core'
import { IconCalendarShare, IconCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { dayOfPutOff, putOffs } from '../../../features/tasks/rules/putOff.ts'
import { completeChosen, removeChosen, rescheduleChosen } from '../../../features/tasks/web/client/chosen.ts'
import { ActionBar } from '../../../platform/ui/ActionBar.tsx'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { count } from '../../../platform/web/text.ts'
import type { ChosenTasks } from './useChosenTasks.ts'

const DayPicker = onDemand(async () => (await import('../calendar/DayPicker.tsx')).DayPicker)

interface ChosenTasksBarProps {
  chosen: ChosenTasks
  /** How many tasks the list holds. */
  total: number
  now: Date
  zone: string
}

/** What can be done with the chosen tasks: done, on another day, deleted; each can be taken back. */
export function ChosenTasksBar({ chosen, total, now, zone }: ChosenTasksBarProps) {
  const ids = [...(chosen.ids ?? [])]
  const run = async (action: Promise<boolean>) => {
    if (await action) chosen.end()
  }
  const isNone = ids.length === 0
  return (
    <ActionBar
      label="Selected tasks"
      size={ids.length}
      all={ids.length < total ? { label: `Select all ${count(total)}`, isBusy: false, run: chosen.chooseAll } : null}
      onClear={chosen.end}
    >
      <button type="button" disabled={isNone} onClick={() => void run(completeChosen(ids))}>
        <IconCheck size={15} stroke={1.6} aria-hidden /> Done
      </button>
      <RescheduleAction isNone={isNone} now={now} zone={zone} onPick={day => void run(rescheduleChosen(ids, day))} />
      <button type="button" disabled={isNone} onClick={() => void run(removeChosen(ids))}>
        <IconTrash size={15} stroke={1.6} aria-hidden /> Delete
      </button>
    </ActionBar>
  )
}

interface RescheduleActionProps {
  isNone: boolean
  now: Date
  zone: string
  onPick(day: string): void
}

function RescheduleAction({ isNone, now, zone, onPick }: RescheduleActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const pick = (day: string) => {
    setIsOpen(false)
    onPick(day)
  }
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="top-start" withinPortal>
      <Menu.Target>
        <button type="button" disabled={isNone}>
          <IconCalendarShare size={15} stroke={1.6} aria-hidden /> Move to
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {putOffs.map(({ id, label }) => (
          <Menu.Item key={id} onClick={() => pick(dayOfPutOff(id, now, zone))}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {isOpen && <DayPicker now={now} zone={zone} onPick={pick} />}
      </Menu.Dropdown>
    </Menu>
  )
}
