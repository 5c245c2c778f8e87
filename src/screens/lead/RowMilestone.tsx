import { Menu } from '@mantine/core'
import { IconTimelineEventPlus } from '@tabler/icons-react'
import type { RowActionProps } from '../../features/leads/web/extensions.ts'
import { openMilestone } from './modals/noteTask.ts'

/** Writes a milestone down for the lead of a row. */
export function RowMilestone({ lead }: RowActionProps) {
  return (
    <Menu.Item leftSection={<IconTimelineEventPlus size={15} stroke={1.6} />} onClick={() => openMilestone(lead)}>
      Add a milestone
    </Menu.Item>
  )
}
