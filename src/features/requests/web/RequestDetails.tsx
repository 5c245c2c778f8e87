import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../../platform/ui/pieces.tsx'
import type { Hue } from '../../../platform/ui/theme/tokens.ts'
import { ago, fullTime, isoDay } from '../../../platform/web/time/time.ts'
import { ShowingModal } from '../../showings/web/pieces.tsx'
import { requestedTimeText } from '../../tasks/rules/taskables.ts'
import { completeTask } from '../../tasks/web/client/actions.ts'
import type { LeadRequest } from '../contract.ts'
import type { RequestKind } from '../rules.ts'
import classes from './Requests.module.css'
import { showingOf } from './rules/showing.ts'

/** What is shown of a request, whoever tells of it. */
export type RequestShown = Pick<
  LeadRequest,
  'id' | 'kind' | 'task_id' | 'is_open' | 'address' | 'listing' | 'times' | 'price' | 'move_in_date' | 'message'
>

interface RequestDetailsProps {
  request: RequestShown
  lead: { id: number; first_name: string }
  /** When it was asked, where that is known. */
  at?: string
  now: Date
  zone: string
}

const looks: Readonly<Record<RequestKind, { label: string; hue: Hue }>> = {
  viewing: { label: 'Viewing', hue: 'orange' },
  offer: { label: 'Offer', hue: 'pink' },
  sell: { label: 'Selling', hue: 'violet' },
}

/** What a lead asked for, and the step that answers it. */
export function RequestDetails({ request, lead, at, now, zone }: RequestDetailsProps) {
  const { kind, address, listing, message } = request
  const { label, hue } = looks[kind]
  const requested = requestedTimeText(request)
  return (
    <div className={classes.request}>
      <div className={classes.head}>
        <span className={classes.home} title={address}>
          {listing?.mls_number ? (
            <Link to="/listings/$mls" params={{ mls: listing.mls_number }}>
              {address}
            </Link>
          ) : (
            address
          )}
        </span>
        <Badge hue={hue}>{label}</Badge>
      </div>
      {(requested || at) && (
        <p className={classes.line}>
          {requested}
          {requested && at && ' · '}
          {at && (
            <time dateTime={at} title={fullTime(at, zone)}>
              {ago(at, now, zone)}
            </time>
          )}
        </p>
      )}
      {message && (
        <p className={classes.message} dir="auto">
          {message}
        </p>
      )}
      {kind === 'viewing' && request.is_open && <BookShowing request={request} lead={lead} now={now} zone={zone} />}
    </div>
  )
}

/** Opens the form of a showing with what was asked for; what was to be done about the request is done by booking it. */
function BookShowing({ request, lead, now, zone }: Omit<RequestDetailsProps, 'at'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { id, task_id } = request
  return (
    <>
      <Button
        className={classes.action}
        size="compact-sm"
        variant="default"
        leftSection={<IconCalendarPlus size={14} stroke={1.6} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Book the showing
      </Button>
      {isOpen && (
        <ShowingModal
          lead={lead}
          showing={null}
          known={{ name: `asked-${id}`, fields: showingOf(request, isoDay(now, zone)) }}
          onClose={() => setIsOpen(false)}
          onBooked={() => void completeTask({ id: task_id, lead_id: lead.id })}
        />
      )}
    </>
  )
}
