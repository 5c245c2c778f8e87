import { Button, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { HomeMap } from '../../../platform/ui/map/HomeMap.tsx'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { Showing } from '../contract.ts'
import { planQuery } from './client.ts'
import { HomeFields } from './HomeFields.tsx'
import { NotifyBox } from './NotifyBox.tsx'
import type { ShowingForm } from './rules/form.ts'
import classes from './Showings.module.css'
import { TimeFields } from './TimeFields.tsx'
import { type KnownShowing, useShowingForm } from './useShowingForm.ts'

interface ShowingModalProps {
  lead: { id: number }
  /** `null` books a new one. */
  showing: Showing | null
  zone: string
  /** What a new one begins with, and under which name its draft is kept. */
  known?: KnownShowing
  onClose(): void
  onBooked?(): void
}

const TYPING_MS = 250
const MAP_HEIGHT = 140

/** Books a showing or changes one. It closes on success; what is not sent yet is kept. */
export function ShowingModal(props: ShowingModalProps) {
  const { lead, showing, onClose } = props
  const wide = useIsWide()
  const form = useShowingForm(props)
  const { value, change, problems, notification } = form
  const { data: plan } = usePlan(lead.id, showing, value)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={showing ? 'Edit the showing' : 'Book a showing'}
      fullScreen={!wide}
      size={560}
    >
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          void form.save(notification.isClientNotified && plan?.reasons.length === 0)
        }}
      >
        <HomeFields value={value} problems={problems} onChange={change} />
        <HomeOnMap value={value} />
        <TimeFields value={value} problems={problems} clashes={plan?.clashes ?? []} onChange={change} />
        <TextInput
          label="Lockbox"
          description="How to open the door. Clients never see it."
          value={value.lockbox_description}
          error={problems.lockbox_description?.[0]}
          onChange={event => change({ ...value, lockbox_description: event.currentTarget.value })}
        />
        <Textarea
          label="Notes"
          description="Visible to you and the office."
          autosize
          minRows={2}
          value={value.notes}
          error={problems.notes?.[0]}
          onChange={event => change({ ...value, notes: event.currentTarget.value })}
        />
        <NotifyBox
          name={plan?.first_name ?? ''}
          plan={plan}
          isClientNotified={notification.isClientNotified}
          error={problems.notify_client?.[0]}
          onChange={notification.choose}
        />
        {form.failure && (
          <p className={classes.failed} role="alert">
            {form.failure}
          </p>
        )}
        <div className={classes.foot}>
          <DraftMark draft={form.draft} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending}>
            {showing ? 'Save' : 'Book'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function usePlan(leadId: number, showing: Showing | null, value: ShowingForm) {
  const { date, time_start, time_end, mls_number } = value
  const [asked] = useDebouncedValue(`${date} ${time_start} ${time_end}`, TYPING_MS)
  const [mls] = useDebouncedValue(mls_number.trim(), TYPING_MS)
  const [day = '', from = '', to = ''] = asked.split(' ')
  return useQuery(
    planQuery({
      leadId,
      ...(day && from ? { date: day, time_start: from } : {}),
      ...(to > from ? { time_end: to } : {}),
      ...(mls ? { mls_number: mls } : {}),
      ...(showing ? { showing: showing.id } : {}),
    }),
  )
}

function HomeOnMap({ value: { lat, lng, address_formatted } }: { value: ShowingForm }) {
  if (lat === null || lng === null) return null
  return (
    <HomeMap
      points={[{ lat, lng, title: address_formatted }]}
      label={`${address_formatted} on a map`}
      height={MAP_HEIGHT}
    />
  )
}
