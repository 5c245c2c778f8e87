import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { fullTime } from '../../../platform/web/time/time.ts'
import type { Showing } from '../contract.ts'
import type { ShowingStatus } from '../rules.ts'
import { planQuery, removeShowing, setShowingStatus } from './client.ts'
import { NotifyBox } from './NotifyBox.tsx'
import classes from './Showings.module.css'
import { useNotify } from './useNotify.ts'

/** What is done to a showing: another state, or taking it away. */
export type ShowingAction = ShowingStatus | 'delete'

const text: Readonly<Record<ShowingAction, { title: string; button: string }>> = {
  confirmed: { title: 'Confirm the showing?', button: 'Confirm' },
  requested: { title: 'Request again?', button: 'Request again' },
  declined: { title: 'Declined by the seller?', button: 'Mark as declined' },
  completed: { title: 'Mark as completed?', button: 'Complete' },
  cancelled: { title: 'Cancel the showing?', button: 'Cancel the showing' },
  delete: { title: 'Delete the showing?', button: 'Delete' },
}

const red: readonly ShowingAction[] = ['declined', 'cancelled', 'delete']

interface ShowingActionModalProps {
  showing: Showing
  action: ShowingAction
  clientName: string
  onClose(): void
}

/** Asks whether the client is notified of what happens to a showing. */
export function ShowingActionModal({ showing, action, clientName, onClose }: ShowingActionModalProps) {
  const { data: plan } = useQuery(planQuery({ leadId: showing.lead_id, showing: showing.id }))
  const [isClientNotified, setIsClientNotified] = useNotify()
  const { title, button } = text[action]
  const finish = () => {
    onClose()
    const notify_client = isClientNotified && plan?.reasons.length === 0
    void (action === 'delete'
      ? removeShowing(showing, notify_client)
      : setShowingStatus(showing, action, notify_client))
  }
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      <div className={classes.form}>
        <p className={classes.about}>
          {showing.address_formatted}
          <br />
          {fullTime(showing.starts_at, showing.zone)}
        </p>
        <NotifyBox name={clientName} plan={plan} isClientNotified={isClientNotified} onChange={setIsClientNotified} />
        <div className={classes.foot}>
          <Button data-autofocus variant="default" onClick={onClose}>
            Back
          </Button>
          <Button color={red.includes(action) ? 'red' : undefined} disabled={!plan} onClick={finish}>
            {button}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
