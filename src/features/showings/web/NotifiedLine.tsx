import { Button } from '@mantine/core'
import { IconMail, IconMailX, IconMessage } from '@tabler/icons-react'
import { SENT_ON_RESUME } from '../../sending/rules.ts'
import type { Showing } from '../contract.ts'
import { isOver } from '../rules.ts'
import { notifyClient } from './client.ts'
import classes from './Showings.module.css'

interface NotifiedLineProps {
  showing: Showing
  name: string
  now: Date
}

/** What the client knows of a showing, what became of the e-mail, and what they answered. */
export function NotifiedLine({ showing, name, now }: NotifiedLineProps) {
  const who = name || 'The client'
  const answer = answerOf(showing, who)
  const notified = notifiedText(showing, who, isOver(showing, now))
  return (
    <>
      {answer && (
        <span className={classes.answer}>
          <IconMessage size={13} stroke={1.6} aria-hidden /> {answer}
        </span>
      )}
      {notified && <NotifiedText showing={showing} {...notified} />}
    </>
  )
}

interface NotifiedState {
  text: string
  /** What a press does; `null` where there is nothing to do. */
  action: string | null
  isProblem: boolean
}

function NotifiedText({ showing, text, action, isProblem }: NotifiedState & { showing: Showing }) {
  const Icon = isProblem ? IconMailX : IconMail
  return (
    <span className={classes.notified} data-problem={isProblem || undefined}>
      <Icon size={13} stroke={1.6} aria-hidden /> <span>{text}</span>
      {action && (
        <Button size="compact-xs" variant="subtle" onClick={() => void notifyClient(showing)}>
          {action}
        </Button>
      )}
    </span>
  )
}

/** Nothing of showings that are over, nor of those of which the client was deliberately not notified. */
function notifiedText({ message, client_knows }: Showing, who: string, isPast: boolean): NotifiedState | null {
  if (message === null || isPast) return null
  const { state, problem } = message
  if (state === 'failed' || state === 'refused' || state === 'expired')
    return {
      text: `${who} was not notified: ${problem ?? 'the e-mail failed.'}`,
      action: 'Send again',
      isProblem: true,
    }
  if (message.is_paused) return { text: SENT_ON_RESUME, action: null, isProblem: true }
  if (state === 'waiting')
    return problem === null
      ? { text: 'The e-mail is on its way', action: null, isProblem: false }
      : { text: `The e-mail is waiting: ${problem}`, action: null, isProblem: true }
  if (client_knows === 'older')
    return { text: `${who} has not been notified of the change`, action: 'Notify now', isProblem: true }
  return { text: `${who} was notified by e-mail`, action: null, isProblem: false }
}

function answerOf({ client_answer, client_message }: Showing, who: string): string | null {
  if (client_answer === null) return null
  const text = {
    confirmed: `${who} confirmed`,
    another_time: `${who} asks for another time`,
    cancelled: `${who} cancelled`,
  }[client_answer]
  return client_message ? `${text}: “${client_message}”` : text
}
