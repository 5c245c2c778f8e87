import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { shortDay, timeOfDay } from '../../../platform/web/time/time.ts'
import type { IntakeMail, MailMark, ReaderTrial } from '../contract/mails.ts'
import { saveReader, trialQuery } from './client.ts'
import classes from './Mails.module.css'

const SHOWN = 5

interface MailTrialProps {
  mail: IntakeMail
  marks: readonly MailMark[]
  isBusy: boolean
  onByHand(): void
  onIgnore(): void
}

/** What the marks read of every stored mail of the sender, before anything is saved. */
export function MailTrial({ mail, marks, isBusy, onByHand, onIgnore }: MailTrialProps) {
  const isUsable = marks.some(({ field }) => field === 'email' || field === 'phone')
  const { data } = useQuery({ ...trialQuery(mail.id, marks), enabled: isUsable, placeholderData: keepPreviousData })
  const save = useMutation({
    mutationFn: () => saveReader(mail.id, marks),
    onSuccess: ({ read }) => notify(read === 1 ? '1 mail is a lead now.' : `${read} mails are leads now.`),
    onError: error => notify(sentenceOf(error)),
  })
  const sender = mail.sender_name || mail.sender
  const trial = isUsable ? data : undefined
  return (
    <section className={classes.trial} aria-label="Tried on stored mails">
      <h3>Tried on stored mails</h3>
      <p className={classes.verdict} aria-live="polite">
        {trial
          ? `Reads ${trial.read} of the ${trial.total} ${trial.total === 1 ? 'mail' : 'mails'} from ${sender}.`
          : 'Mark the e-mail address or the phone number.'}
      </p>
      {trial && <TriedMails trial={trial} />}
      <div className={classes.buttons}>
        {!mail.has_bad_signature && (
          <Button
            leftSection={<IconRefresh size={15} stroke={1.8} />}
            disabled={!trial || trial.waiting === 0}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {trial && trial.waiting > 0
              ? `Save reader, replay ${trial.waiting} ${trial.waiting === 1 ? 'mail' : 'mails'}`
              : 'Save reader'}
          </Button>
        )}
        <Button variant="default" disabled={!isUsable} loading={isBusy} onClick={onByHand}>
          By hand
        </Button>
        <Button variant="subtle" onClick={onIgnore}>
          No lead
        </Button>
      </div>
    </section>
  )
}

function TriedMails({ trial }: { trial: ReaderTrial }) {
  const now = useNow(60_000)
  const more = trial.mails.length - SHOWN
  return (
    <>
      <ul>
        {trial.mails.slice(0, SHOWN).map(mail => (
          <li key={mail.id}>
            {mail.is_read && !mail.missing ? (
              <IconCircleCheck size={16} stroke={1.6} color="var(--kt-green-dot)" aria-label="Read" />
            ) : mail.is_read ? (
              <IconAlertTriangle size={16} stroke={1.6} color="var(--kt-amber-dot)" aria-label="Read in part" />
            ) : (
              <IconCircleMinus size={16} stroke={1.6} color="var(--kt-neutral-8)" aria-label="Not read" />
            )}
            <span className={classes.cut} dir="auto">
              {mail.missing ? `${mail.name}: ${mail.missing.toLowerCase()}` : mail.name}
            </span>
            <time className={classes.time} dateTime={mail.received_at}>
              {shortDay(mail.received_at, now)}, {timeOfDay(mail.received_at)}
            </time>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.quiet}>{more} more</p>}
    </>
  )
}
