import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCalendarDown,
  IconCheck,
  IconCircleCheck,
  IconDots,
  IconMail,
  IconMapPin,
  IconPencil,
  IconRotateClockwise,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import type { Showing } from '../contract.ts'
import { actionsOf, isOver, mapUrl, type ShowingStatus } from '../rules.ts'
import { notifyClient, saveCalendarFile, setShowingStatus } from './client.ts'
import type { ShowingAction } from './ShowingActionModal.tsx'

const text: Readonly<Record<ShowingStatus, { label: string; Icon: typeof IconCheck }>> = {
  confirmed: { label: 'Confirm', Icon: IconCheck },
  completed: { label: 'Complete', Icon: IconCircleCheck },
  cancelled: { label: 'Cancel the showing', Icon: IconX },
  declined: { label: 'Declined by the seller', Icon: IconX },
  requested: { label: 'Request again', Icon: IconRotateClockwise },
}

/** What a completed or past showing becomes is of no news to its client. */
const corrections: Partial<Record<ShowingStatus, string>> = {
  confirmed: 'Back to confirmed',
  cancelled: 'It did not take place',
}

interface ShowingMenuProps {
  showing: Showing
  now: Date
  onEdit(): void
  onAction(action: ShowingAction): void
}

/** Everything that can be done with a showing. */
export function ShowingMenu({ showing, now, onEdit, onAction }: ShowingMenuProps) {
  const icon = { size: 15, stroke: 1.6 }
  const isPast = isOver(showing, now)
  const become = (status: ShowingStatus) =>
    isPast || status === 'completed' ? void setShowingStatus(showing, status) : onAction(status)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={`Change the showing at ${showing.address_formatted}`}>
          <IconDots size={15} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actionsOf(showing, now).map(status => {
          const { label, Icon } = text[status]
          return (
            <Menu.Item key={status} leftSection={<Icon {...icon} />} onClick={() => become(status)}>
              {(showing.status === 'completed' && corrections[status]) || label}
            </Menu.Item>
          )
        })}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {!isPast && (
          <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => void notifyClient(showing)}>
            {showing.message?.state === 'sent' ? 'Send the e-mail again' : 'Send it by e-mail'}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCalendarDown {...icon} />} onClick={() => void saveCalendarFile(showing)}>
          Calendar file for the client
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMapPin {...icon} />}
          component="a"
          href={mapUrl(showing)}
          target="_blank"
          rel="noreferrer"
        >
          Show on a map
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onAction('delete')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
