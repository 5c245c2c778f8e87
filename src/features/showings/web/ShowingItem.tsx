import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Badge } from '../../../platform/ui/pieces.tsx'
import type { Hue } from '../../../platform/ui/theme/tokens.ts'
import { money } from '../../../platform/web/money.ts'
import { dayLabel, timeOfDay } from '../../../platform/web/time/time.ts'
import { ListingPicture } from '../../listings/web/pieces/ListingPicture.tsx'
import type { Showing } from '../contract.ts'
import { isUnsettled, type ShowingStatus, showingStatusLabels } from '../rules.ts'
import { setShowingStatus } from './client.ts'
import { NotifiedLine } from './NotifiedLine.tsx'
import type { ShowingAction } from './ShowingActionModal.tsx'
import { ShowingMenu } from './ShowingMenu.tsx'
import classes from './Showings.module.css'

const hueOf: Partial<Record<ShowingStatus, Hue>> = { requested: 'amber', confirmed: 'green' }

interface ShowingItemProps {
  showing: Showing
  /** The client's first name. */
  name: string
  now: Date
  onEdit(): void
  onAction(action: ShowingAction): void
}

/** A unit in front of the street is one of a house with many. */
const kindOf = ({ address_formatted }: Showing) =>
  /^\S+ ?[-–] /.test(address_formatted) ? 'Condo Apartment' : undefined

/** One showing: where, when, how it stands, what opens the door, and what the client knows and says. */
export function ShowingItem({ showing, name, now, onEdit, onAction }: ShowingItemProps) {
  const hue = hueOf[showing.status]
  return (
    <li className={classes.item}>
      <span className={classes.photo}>
        <ListingPicture base={showing.photo_base_url} alt="" kind={kindOf(showing)} sizes="44px" />
      </span>
      <div className={classes.what}>
        <div className={classes.head}>
          <button type="button" className={classes.address} title={showing.address_formatted} onClick={onEdit}>
            {showing.address_formatted}
          </button>
          <Badge {...(hue ? { hue } : {})}>{showingStatusLabels[showing.status]}</Badge>
          <ShowingMenu showing={showing} now={now} onEdit={onEdit} onAction={onAction} />
        </div>
        <time className={classes.when} dateTime={showing.starts_at}>
          {dayLabel(showing.starts_at, now, showing.zone)}, {timeOfDay(showing.starts_at, showing.zone)} to{' '}
          {timeOfDay(showing.ends_at, showing.zone)}
        </time>
        {showing.listed_for !== null && <span className={classes.when}>{money(showing.listed_for)}</span>}
        {showing.lockbox_description && (
          <span className={classes.lockbox}>
            <IconKey size={13} stroke={1.6} role="img" aria-label="Lockbox" /> {showing.lockbox_description}
          </span>
        )}
        {showing.notes && <span className={classes.when}>{showing.notes}</span>}
        <NotifiedLine showing={showing} name={name} now={now} />
        {isUnsettled(showing, now) && <DidItHappen showing={showing} />}
      </div>
    </li>
  )
}

function DidItHappen({ showing }: { showing: Showing }) {
  return (
    <span className={classes.question}>
      Did it happen?
      <Button size="compact-xs" variant="default" onClick={() => void setShowingStatus(showing, 'completed')}>
        Yes
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => void setShowingStatus(showing, 'cancelled')}>
        No
      </Button>
    </span>
  )
}
