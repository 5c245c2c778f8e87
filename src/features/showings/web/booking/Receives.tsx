import { IconCalendarPlus, IconCheck } from '@tabler/icons-react'
import { wallTimeText } from '../../../../platform/ui/dates/wallTime.ts'
import type { ShowingPlan } from '../../contract.ts'
import { NotifyBox } from '../NotifyBox.tsx'
import type { ShowingForm } from '../rules/form.ts'
import classes from './ShowingForm.module.css'

interface ReceivesProps {
  form: ShowingForm
  plan: ShowingPlan | undefined
  /** Whether it goes out, and whether that is wanted. */
  isSent: boolean
  isChosen: boolean
  onChange(isChosen: boolean): void
}

/** What the client gets by e-mail, and whether they do. */
export function Receives({ form, plan, isSent, isChosen, onChange }: ReceivesProps) {
  const name = plan?.first_name || 'the client'
  const { address_formatted: address, date, time_start } = form
  const when =
    date && time_start ? `${wallTimeText('date', date, date)} at ${wallTimeText('time', time_start, date)}` : ''
  return (
    <section className={classes.part} aria-label="What the client receives">
      <h3 className={classes.heading}>{`What ${name} receives`}</h3>
      {isSent && (
        <div className={classes.message}>
          <b>{['Showing', [address, when].filter(Boolean).join(', ')].filter(Boolean).join(': ')}</b>
          <p>
            {`Hello ${plan?.first_name || 'there'}, does this time work for you? Add it to your calendar with the attached file.`}
          </p>
        </div>
      )}
      <NotifyBox name={plan?.first_name ?? ''} plan={plan} isClientNotified={isChosen} onChange={onChange} />
      {isSent && (
        <p className={classes.marks}>
          <span>
            <IconCalendarPlus size={14} stroke={1.6} aria-hidden /> Calendar file
          </span>
          <span>
            <IconCheck size={14} stroke={1.6} aria-hidden /> Confirm or change in one press
          </span>
        </p>
      )}
    </section>
  )
}
