import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBuilding,
  IconCalendarDown,
  IconCheck,
  IconCircleCheck,
  IconDots,
  IconKey,
  IconMapPin,
  IconPencil,
  IconRotateClockwise,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Badge } from '../../../platform/ui/pieces.tsx'
import type { Hue } from '../../../platform/ui/tokens.ts'
import { money } from '../../../platform/web/money.ts'
import { dayLabel, timeOfDay } from '../../../platform/web/time.ts'
import type { Showing } from '../contract.ts'
import { actsOf, mapUrl, type ShowingStatus, showingStatusLabels } from '../rules.ts'
import { removeShowing, saveCalendarFile, setShowingStatus } from './client.ts'
import classes from './Showings.module.css'

const hueOf: Partial<Record<ShowingStatus, Hue>> = { requested: 'amber', confirmed: 'green' }

interface ShowingItemProps {
  showing: Showing
  now: Date
  onEdit(): void
}

/** One showing: where, when, how it stands, and what opens the door. */
export function ShowingItem({ showing, now, onEdit }: ShowingItemProps) {
  const hue = hueOf[showing.status]
  return (
    <li className={classes.item}>
      {showing.photo_base_url ? (
        <img className={classes.photo} src={showing.photo_base_url} alt="" loading="lazy" />
      ) : (
        <span className={classes.photo}>
          <IconBuilding size={20} stroke={1.6} aria-hidden />
        </span>
      )}
      <div className={classes.what}>
        <span className={classes.address}>{showing.address_formatted}</span>
        <time className={classes.when} dateTime={showing.starts_at}>
          {dayLabel(showing.starts_at, now, showing.zone)} at {timeOfDay(showing.starts_at, showing.zone)}
          {showing.listed_for !== null && ` · ${money(showing.listed_for)}`}
        </time>
        {showing.lockbox_description && (
          <span className={classes.lockbox}>
            <IconKey size={13} stroke={1.6} aria-label="Lockbox" /> {showing.lockbox_description}
          </span>
        )}
        {showing.notes && <span className={classes.when}>{showing.notes}</span>}
      </div>
      <div className={classes.state}>
        <Badge {...(hue ? { hue } : {})}>{showingStatusLabels[showing.status]}</Badge>
        <ShowingMenu showing={showing} onEdit={onEdit} />
      </div>
    </li>
  )
}

const words: Readonly<Record<ShowingStatus, { label: string; Icon: typeof IconCheck }>> = {
  confirmed: { label: 'Confirm', Icon: IconCheck },
  completed: { label: 'Complete', Icon: IconCircleCheck },
  cancelled: { label: 'Cancel the showing', Icon: IconX },
  declined: { label: 'Declined by the seller', Icon: IconX },
  requested: { label: 'Request again', Icon: IconRotateClockwise },
}

function ShowingMenu({ showing, onEdit }: { showing: Showing; onEdit(): void }) {
  const client = useQueryClient()
  const icon = { size: 15, stroke: 1.6 }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={`Change the showing at ${showing.address_formatted}`}>
          <IconDots size={15} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actsOf(showing, new Date()).map(status => {
          const { label, Icon } = words[status]
          return (
            <Menu.Item
              key={status}
              leftSection={<Icon {...icon} />}
              onClick={() => void setShowingStatus(client, showing, status)}
            >
              {label}
            </Menu.Item>
          )
        })}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
          Edit
        </Menu.Item>
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
        <Menu.Item
          color="red"
          leftSection={<IconTrash {...icon} />}
          onClick={() => void removeShowing(client, showing)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
