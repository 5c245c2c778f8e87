import { TZDate } from '@date-fns/tz'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { format } from 'date-fns'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { fullTime } from '../../../platform/web/time/time.ts'
import type { ShowingOfLead } from '../contract.ts'
import { moveShowing, planQuery } from './client.ts'
import { NotifyBox } from './NotifyBox.tsx'
import classes from './Showings.module.css'
import { ClashText } from './TimeFields.tsx'
import { useNotify } from './useNotify.ts'

interface ShowingMoveModalProps {
  showing: ShowingOfLead
  to: { start: Date; end: Date }
  /** It stays where it was. */
  onBack(): void
  onClose(): void
}

/** Asks, before a showing moves to where it was dropped, whether its client is told. */
export function ShowingMoveModal({ showing, to, onBack, onClose }: ShowingMoveModalProps) {
  const times = timesIn(to, showing.zone)
  const { data: plan } = useQuery(planQuery({ leadId: showing.lead_id, showing: showing.id, ...times }))
  const [isClientNotified, setIsClientNotified] = useNotify()
  const move = () => {
    onClose()
    void moveShowing(showing, times, isClientNotified && plan?.reasons.length === 0)
  }
  return (
    <Dialog opened onClose={onBack} title="Move the showing?" size={440}>
      <div className={classes.form}>
        <p className={classes.about}>
          {showing.address_formatted}
          <br />
          {fullTime(to.start.toISOString(), showing.zone)}
        </p>
        <ClashText clashes={plan?.clashes ?? []} />
        <NotifyBox
          name={showing.lead.first_name}
          plan={plan}
          isClientNotified={isClientNotified}
          onChange={setIsClientNotified}
        />
        <div className={classes.foot}>
          <Button data-autofocus variant="default" onClick={onBack}>
            Back
          </Button>
          <Button disabled={!plan} onClick={move}>
            Move
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The day and the times of day of two instants, where the showing is. */
function timesIn({ start, end }: { start: Date; end: Date }, zone: string) {
  const from = new TZDate(start, zone)
  return {
    date: format(from, 'yyyy-MM-dd'),
    time_start: format(from, 'HH:mm:ss'),
    time_end: format(new TZDate(end, zone), 'HH:mm:ss'),
  }
}
