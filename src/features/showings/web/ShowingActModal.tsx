import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { fullTime } from '../../../platform/web/time.ts'
import type { Showing } from '../contract.ts'
import type { ShowingStatus } from '../rules.ts'
import { planQuery, removeShowing, setShowingStatus } from './client.ts'
import classes from './Showings.module.css'
import { TellBox } from './TellBox.tsx'
import { useTell } from './useTell.ts'

/** What is done to a showing: another state, or taking it away. */
export type ShowingAct = ShowingStatus | 'delete'

const words: Readonly<Record<ShowingAct, { title: string; button: string }>> = {
  confirmed: { title: 'Confirm the showing?', button: 'Confirm' },
  requested: { title: 'Request it again?', button: 'Request again' },
  declined: { title: 'Declined by the seller?', button: 'Mark as declined' },
  completed: { title: 'It took place?', button: 'Complete' },
  cancelled: { title: 'Cancel the showing?', button: 'Cancel the showing' },
  delete: { title: 'Delete the showing?', button: 'Delete' },
}

const red: readonly ShowingAct[] = ['declined', 'cancelled', 'delete']

interface ShowingActModalProps {
  showing: Showing
  act: ShowingAct
  clientName: string
  onClose(): void
}

/** Asks whether the client is told of what happens to a showing. */
export function ShowingActModal({ showing, act, clientName, onClose }: ShowingActModalProps) {
  const client = useQueryClient()
  const { data: plan } = useQuery(planQuery({ leadId: showing.lead_id, showing: showing.id }))
  const [isTold, setIsTold] = useTell()
  const { title, button } = words[act]
  const finish = () => {
    onClose()
    const tell = isTold && plan?.reasons.length === 0
    void (act === 'delete' ? removeShowing(client, showing, tell) : setShowingStatus(client, showing, act, tell))
  }
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      <div className={classes.form}>
        <p className={classes.about}>
          {showing.address_formatted}
          <br />
          {fullTime(showing.starts_at, showing.zone)}
        </p>
        <TellBox name={clientName} reasons={plan?.reasons ?? null} isTold={isTold} onChange={setIsTold} />
        <div className={classes.foot}>
          <Button data-autofocus variant="default" onClick={onClose}>
            Back
          </Button>
          <Button color={red.includes(act) ? 'red' : undefined} disabled={!plan} onClick={finish}>
            {button}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
