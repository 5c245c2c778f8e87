import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FrameSection } from '../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { fullTime } from '../../../platform/web/time/time.ts'
import type { DiscardedMessages, OverdueMessages, SendingPause } from '../contract.ts'
import { UNDO_DAYS } from '../rules.ts'
import { pauseSending, resumeSending, sendingQuery, undoDiscard } from './client.ts'
import { messageCount, pauseSentence, peopleCount } from './rules/sentences.ts'
import classes from './Sending.module.css'

/** Whether messages go out to people; during a pause what fell due, and how to go on. */
export function SendingPanel() {
  const { data, error, refetch } = useQuery(sendingQuery)
  return (
    <FrameSection title="Sending">
      <div className={classes.section}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && (data.pause ? <Paused pause={data.pause} overdue={data.overdue} /> : <Running />)}
        {data?.discarded && <Discarded discarded={data.discarded} />}
      </div>
    </FrameSection>
  )
}

function Running() {
  const pause = useMutation({ mutationFn: pauseSending })
  return (
    <>
      <div className={classes.state} role="status">
        <span>E-mails to leads and colleagues are sent when due.</span>
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
          Pause sending
        </Button>
      </div>
      <Failure error={pause.error} />
    </>
  )
}

function Paused({ pause, overdue }: { pause: SendingPause; overdue: readonly OverdueMessages[] }) {
  const resume = useMutation({ mutationFn: resumeSending })
  const total = overdue.reduce((sum, { messages }) => sum + messages, 0)
  const discard = async () => {
    const sure = await confirm({
      title: 'Discard and resume',
      message: `${messageCount(total)} will be marked as expired and not sent. You can restore them for ${UNDO_DAYS} days.`,
      destructive: true,
    })
    if (sure) resume.mutate(true)
  }
  const send = async () => {
    const sure = await confirm({
      title: 'Resume and send',
      message: `${messageCount(total)} will be sent now. Messages that were already sent after the backup was made will be sent again.`,
    })
    if (sure) resume.mutate(false)
  }
  return (
    <>
      <div className={classes.state} data-paused role="status">
        <span>{pauseSentence(pause)} No messages are sent until you resume.</span>
      </div>
      {total === 0 ? <p className={classes.text}>Nothing has come due since then.</p> : <Overdue overdue={overdue} />}
      <div className={classes.actions}>
        {total === 0 ? (
          <Button size="md" loading={resume.isPending} onClick={() => resume.mutate(false)}>
            Resume sending
          </Button>
        ) : (
          <>
            <Button size="md" disabled={resume.isPending} onClick={() => void send()}>
              Resume and send {messageCount(total)}
            </Button>
            <Button size="md" variant="default" disabled={resume.isPending} onClick={() => void discard()}>
              Discard overdue and resume
            </Button>
          </>
        )}
      </div>
      <Failure error={resume.error} />
    </>
  )
}

function Overdue({ overdue }: { overdue: readonly OverdueMessages[] }) {
  return (
    <>
      <p className={classes.text}>Due and waiting:</p>
      <ul className={classes.overdue} aria-label="Overdue messages">
        {overdue.map(({ kind, label, recipients, messages, people, oldest }) => (
          <li key={kind}>
            <span className={classes.label}>{label}</span>
            <span className={classes.number}>{messageCount(messages)}</span>
            <span className={classes.quiet}>
              To {peopleCount(people, recipients)}
              {oldest && `, oldest from ${fullTime(oldest)}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Discarded({ discarded }: { discarded: DiscardedMessages }) {
  const undo = useMutation({ mutationFn: undoDiscard })
  const { pause_id, messages, discarded_at, discarded_by } = discarded
  return (
    <>
      <div className={classes.state} role="status">
        <span>
          {discarded_by ?? 'An administrator'} discarded {messageCount(messages)} on {fullTime(discarded_at)}.
        </span>
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(pause_id)}>
          Send them after all
        </Button>
      </div>
      <Failure error={undo.error} />
    </>
  )
}

function Failure({ error }: { error: Error | null }) {
  return (
    <p className={classes.failure} role="alert">
      {error && sentenceOf(error)}
    </p>
  )
}
