import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../platform/ui/pieces.tsx'
import type { Hue } from '../../../platform/ui/theme/tokens.ts'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { ago, fullTime, timeOfDay } from '../../../platform/web/time/time.ts'
import { leadPath } from '../../leads/rules.ts'
import type { EmailState, SentEmail } from '../contract/emails.ts'
import classes from './Emails.module.css'
import { refetchEmails, retryEmail } from './emails.ts'

export const stateLabel: Readonly<Record<EmailState, string>> = {
  sent: 'Sent',
  waiting: 'On its way',
  refused: 'Refused',
  failed: 'Failed',
  expired: 'Expired',
}

const hues: Readonly<Record<EmailState, Hue | undefined>> = {
  sent: 'green',
  waiting: undefined,
  refused: 'amber',
  failed: 'red',
  expired: 'amber',
}

/** One e-mail of an alert. */
export function EmailItem({ message, now }: { message: SentEmail; now: Date }) {
  const { state, alert, lead, problem, recipient, listings } = message
  const at = message.finished_at ?? message.created_at
  const hue = hues[state]
  const facts = [
    alert.is_deleted ? `${alert.name} (deleted)` : alert.name,
    state === 'sent' && (listings === 1 ? '1 home' : `${listings} homes`),
    message.by_hand && 'by hand',
    recipient,
    message.tries > 1 && `${message.tries} tries`,
  ].filter(Boolean)
  return (
    <li className={classes.message}>
      <span className={classes.mark}>
        <Badge {...(hue ? { hue } : {})}>{stateLabel[state]}</Badge>
      </span>
      <div className={classes.text}>
        <Link to={leadPath(lead)} className={classes.lead}>
          {`${lead.first_name} ${lead.last_name}`.trim() || 'No name'}
        </Link>
        <span className={classes.quiet}>{facts.join(' · ')}</span>
        {problem && <span className={classes.reason}>{problem}</span>}
        {message.retry_at && state === 'waiting' && (
          <span className={classes.quiet}>Retrying at {timeOfDay(message.retry_at)}</span>
        )}
      </div>
      <time className={classes.time} dateTime={at} title={fullTime(at)}>
        {ago(at, now)}
      </time>
      <RetryButton message={message} />
    </li>
  )
}

function RetryButton({ message }: { message: SentEmail }) {
  const retry = useMutation({
    mutationFn: () => retryEmail(message.id),
    async onSuccess() {
      notify('Retrying the e-mail.')
      await refetchEmails()
    },
  })
  if (!message.can_retry || (message.state === 'waiting' && !message.retry_at))
    return <span className={classes.action} />
  return (
    <div className={classes.action}>
      <Button size="compact-xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        Try again
      </Button>
      {retry.error && (
        <p className={classes.problem} role="alert">
          {sentenceOf(retry.error)}
        </p>
      )}
    </div>
  )
}
