import { Button } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useNow } from '../../../platform/web/time/now.ts'
import { dayLabel, fullTime, isoDay, timeOfDay } from '../../../platform/web/time/time.ts'
import type { Text } from '../contract.ts'
import classes from './Conversation.module.css'
import { cancelText } from './client.ts'
import { failureText, hasFailed, keywordText, stateText } from './rules/wording.ts'
import { TextPictureBox } from './TextPictureBox.tsx'

interface BubblesProps {
  /** Oldest first. */
  texts: readonly Text[]
  /** Puts what was not delivered into the composer again. */
  onAgain?: (body: string) => void
}

/** What was said, by days; one line of state under each run of one side. */
export function Bubbles({ texts, onAgain }: BubblesProps) {
  const now = useNow(60_000)
  return (
    <ol className={classes.bubbles}>
      {texts.map((text, place) => {
        const before = texts[place - 1]
        const after = texts[place + 1]
        const isNewDay = !before || isoDay(before.created_at) !== isoDay(text.created_at)
        return (
          <Fragment key={text.id}>
            {isNewDay && (
              <li className={classes.day}>
                <span>{dayLabel(text.created_at, now)}</span>
              </li>
            )}
            <Bubble text={text} isLastOfRun={!isSameRun(text, after)} onAgain={onAgain} />
          </Fragment>
        )
      })}
    </ol>
  )
}

const RUN_MS = 10 * 60_000

/** What one side says within some minutes, and what became of it alike, is one run. */
const isSameRun = (text: Text, after: Text | undefined): boolean =>
  after !== undefined &&
  after.direction === text.direction &&
  after.state === text.state &&
  !hasFailed(text.state) &&
  Date.parse(after.created_at) - Date.parse(text.created_at) < RUN_MS

interface BubbleProps {
  text: Text
  isLastOfRun: boolean
  onAgain: BubblesProps['onAgain']
}

function Bubble({ text, isLastOfRun, onAgain }: BubbleProps) {
  const word = text.direction === 'in' ? keywordText(text) : null
  if (word) return <li className={classes.event}>{word}</li>
  return (
    <li
      className={classes.entry}
      data-side={text.direction}
      data-failed={hasFailed(text.state) || undefined}
      data-waits={text.state === 'waiting' || undefined}
    >
      {text.pictures.map(picture => (
        <TextPictureBox key={picture.id} picture={picture} />
      ))}
      {text.body && <p className={classes.bubble}>{text.body}</p>}
      {isLastOfRun && <StateLine text={text} onAgain={onAgain} />}
    </li>
  )
}

function StateLine({ text, onAgain }: Omit<BubbleProps, 'isLastOfRun'>) {
  const { state, created_at, delivered_at, sending_id, is_automatic, body } = text
  const at = delivered_at ?? created_at
  const time = (
    <time dateTime={at} title={fullTime(at)}>
      {timeOfDay(at)}
    </time>
  )
  if (state === 'received') return <p className={classes.state}>{time}</p>
  if (hasFailed(state))
    return (
      <p className={classes.state} data-failed>
        <IconAlertCircle size={14} stroke={1.6} aria-hidden /> {failureText(text)}
        {onAgain && body && (
          <Button size="compact-xs" variant="subtle" onClick={() => onAgain(body)}>
            Write it again
          </Button>
        )}
      </p>
    )
  const mayCancel = sending_id !== null && (state === 'waiting' || state === 'prepared')
  const Icon = state === 'delivered' ? IconChecks : state === 'sent' ? IconCheck : IconClock
  return (
    <p className={classes.state}>
      <Icon size={14} stroke={1.6} aria-hidden /> {is_automatic ? 'Automatic answer' : text.reason || stateText[state]}{' '}
      {time}
      {mayCancel && (
        <Button size="compact-xs" variant="subtle" onClick={() => void cancelText(sending_id)}>
          Cancel
        </Button>
      )}
    </p>
  )
}
