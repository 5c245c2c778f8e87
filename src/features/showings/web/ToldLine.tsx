import { Button } from '@mantine/core'
import { IconMail, IconMailX, IconMessage } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Showing } from '../contract.ts'
import { isOver } from '../rules.ts'
import { tellClient } from './client.ts'
import classes from './Showings.module.css'

interface ToldLineProps {
  showing: Showing
  name: string
  now: Date
}

/** What the client was told of a showing, what became of the e-mail, and what they answered. */
export function ToldLine({ showing, name, now }: ToldLineProps) {
  const who = name || 'The client'
  const answer = answerOf(showing, who)
  const told = toldOf(showing, who, isOver(showing, now))
  return (
    <>
      {answer && (
        <span className={classes.answer}>
          <IconMessage size={13} stroke={1.6} aria-hidden /> {answer}
        </span>
      )}
      {told && <Told showing={showing} {...told} />}
    </>
  )
}

interface ToldWords {
  words: string
  /** What a press does; `null` where there is nothing to do. */
  act: string | null
  isProblem: boolean
}

function Told({ showing, words, act, isProblem }: ToldWords & { showing: Showing }) {
  const client = useQueryClient()
  const Icon = isProblem ? IconMailX : IconMail
  return (
    <span className={classes.told} data-problem={isProblem || undefined}>
      <Icon size={13} stroke={1.6} aria-hidden /> <span>{words}</span>
      {act && (
        <Button size="compact-xs" variant="subtle" onClick={() => void tellClient(client, showing)}>
          {act}
        </Button>
      )}
    </span>
  )
}

/** Nothing of showings that are over, nor of those of which nobody was told on purpose. */
function toldOf({ letter, client_knows }: Showing, who: string, isPast: boolean): ToldWords | null {
  if (letter === null || isPast) return null
  const { state, problem } = letter
  if (state === 'failed' || state === 'refused' || state === 'expired')
    return { words: `${who} was not told: ${problem ?? 'the e-mail failed.'}`, act: 'Send again', isProblem: true }
  if (state === 'waiting')
    return problem === null
      ? { words: 'The e-mail is on its way', act: null, isProblem: false }
      : { words: `The e-mail waits: ${problem}`, act: null, isProblem: true }
  if (client_knows === 'older') return { words: `${who} does not know of the change`, act: 'Tell now', isProblem: true }
  return { words: `${who} was told by e-mail`, act: null, isProblem: false }
}

function answerOf({ client_answer, client_message }: Showing, who: string): string | null {
  if (client_answer === null) return null
  const words = {
    confirmed: `${who} confirmed`,
    another_time: `${who} asks for another time`,
    cancelled: `${who} cancelled`,
  }[client_answer]
  return client_message ? `${words}: “${client_message}”` : words
}
