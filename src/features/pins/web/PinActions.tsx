import { ActionIcon, Menu } from '@mantine/core'
import { IconStar, IconStarFilled, IconStarOff } from '@tabler/icons-react'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import type { RowActionProps } from '../../leads/web/extensions.ts'
import { nameOf } from '../rules.ts'
import { usePin } from './usePin.ts'

const KEY = '*'

/** The star in the head of a lead's page. */
export function PinButton({ lead }: { lead: LeadRow }) {
  const { isPinned, toggle } = usePin(lead)
  const action = isPinned ? 'Unpin' : 'Pin'
  useShortcuts([{ keys: KEY, label: `${action} the lead`, group: 'Lead', run: toggle }])
  return (
    <ActionIcon
      size="md"
      aria-label={`Pin ${nameOf(lead)}`}
      aria-pressed={isPinned}
      aria-keyshortcuts={KEY}
      title={`${action} (${KEY})`}
      onClick={toggle}
    >
      {isPinned ? <IconStarFilled size={16} color="var(--kt-accent)" /> : <IconStar size={16} stroke={1.6} />}
    </ActionIcon>
  )
}

/** Pins or unpins a lead in the menu of its row. */
export function RowPin({ lead }: RowActionProps) {
  const { isPinned, toggle } = usePin(lead)
  const Star = isPinned ? IconStarOff : IconStar
  return (
    <Menu.Item leftSection={<Star size={15} stroke={1.6} />} onClick={toggle}>
      {isPinned ? 'Unpin' : 'Pin'}
    </Menu.Item>
  )
}
