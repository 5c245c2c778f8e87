import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../platform/ui/pieces.tsx'
import type { Hue } from '../../../platform/ui/tokens.ts'
import { sentenceOf } from '../../../platform/web/apiErrors.ts'
import { notify } from '../../../platform/web/notices.ts'
import { ago, fullTime, timeOfDay } from '../../../platform/web/time.ts'
import { leadPath } from '../../leads/rules.ts'
import type { Letter, LetterState } from '../contract/letters.ts'
import classes from './Letters.module.css'
import { refetchLetters, retryLetter } from './letters.ts'

export const stateWords: Readonly<Record<LetterState, string>> = {
  sent: 'Sent',
  waiting: 'On its way',
  refused: 'Refused',
  failed: 'Failed',
  expired: 'Expired',
}

const hues: Readonly<Record<LetterState, Hue | undefined>> = {
  sent: 'green',
  waiting: undefined,
  refused: 'amber',
  failed: 'red',
  expired: 'amber',
}

/** One e-mail of an alert. */
export function LetterItem({ letter, now }: { letter: Letter; now: Date }) {
  const { state, alert, lead, problem, recipient, listings } = letter
  const at = letter.finished_at ?? letter.created_at
  const hue = hues[state]
  const facts = [
    alert.is_deleted ? `${alert.name} (deleted)` : alert.name,
    state === 'sent' && (listings === 1 ? '1 home' : `${listings} homes`),
    letter.by_hand && 'by hand',
    recipient,
    letter.tries > 1 && `${letter.tries} tries`,
  ].filter(Boolean)
  return (
    <li className={classes.letter}>
      <span className={classes.mark}>
        <Badge {...(hue ? { hue } : {})}>{stateWords[state]}</Badge>
      </span>
      <div className={classes.words}>
        <Link to={leadPath(lead)} className={classes.lead}>
          {`${lead.first_name} ${lead.last_name}`.trim() || 'Lead without a name'}
        </Link>
        <span className={classes.quiet}>{facts.join(' · ')}</span>
        {problem && <span className={classes.reason}>{problem}</span>}
        {letter.retry_at && state === 'waiting' && (
          <span className={classes.quiet}>Tried again at {timeOfDay(letter.retry_at)}</span>
        )}
      </div>
      <time className={classes.time} dateTime={at} title={fullTime(at)}>
        {ago(at, now)}
      </time>
      <RetryButton letter={letter} />
    </li>
  )
}

function RetryButton({ letter }: { letter: Letter }) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => retryLetter(letter.id),
    async onSuccess() {
      notify('The e-mail is tried again.')
      await refetchLetters(client)
    },
  })
  if (!letter.can_retry || (letter.state === 'waiting' && !letter.retry_at)) return <span className={classes.act} />
  return (
    <div className={classes.act}>
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
