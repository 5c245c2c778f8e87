import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import { disconnectGoogle } from '../../google-accounts/web/client.ts'
import type { ConnectionProps } from '../../google-accounts/web/extensions.ts'
import { ConnectionRow } from '../../google-accounts/web/pieces.tsx'
import type { Mailbox } from '../contract.ts'
import { minutesLeft } from '../rules.ts'
import { checkMailbox, mailboxQuery } from './client.ts'
import classes from './GmailRow.module.css'

const MINUTE = 60_000

/** The mailbox of the person: both numbers, and what to do when they differ. */
export function GmailRow({ account }: ConnectionProps) {
  const { data } = useQuery(mailboxQuery)
  const now = useNow(MINUTE)
  const check = useMutation({ mutationFn: checkMailbox, onError: error => void notifyFailure(sentenceOf(error)) })
  const disconnect = useMutation({
    mutationFn: () => disconnectGoogle('mail'),
    onSuccess: () => void notify('Gmail is disconnected. What was stored stays.'),
    onError: error => void notifyFailure(sentenceOf(error)),
  })
  const askToDisconnect = async () => {
    const isSure = await confirm({
      title: 'Disconnect Gmail?',
      message:
        'Replies of your leads no longer arrive here, and no longer stop campaigns. Messages that are here stay.',
      destructive: true,
    })
    if (isSure) disconnect.mutate()
  }
  const isOn = account.mail === 'connected'
  return (
    <ConnectionRow
      icon={IconMail}
      title="Gmail"
      state={<State account={account} mailbox={data} />}
      about={
        <>
          <p>{account.email ? `${account.email} · read only` : 'Read only'}</p>
          <p>Only messages from and to your leads are stored, without their text. Nothing is ever sent from Gmail.</p>
        </>
      }
    >
      {data && isOn && <Figures mailbox={data} now={now} />}
      {isOn && (
        <div className={classes.actions}>
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            {data?.state === 'gaps' ? 'Fetch' : 'Check again'}
          </Button>
          <Button variant="subtle" loading={disconnect.isPending} onClick={() => void askToDisconnect()}>
            Disconnect Gmail
          </Button>
        </div>
      )}
    </ConnectionRow>
  )
}

function State({ account, mailbox }: ConnectionProps & { mailbox: Mailbox | undefined }) {
  if (account.mail === 'revoked') return <Badge hue="red">Not connected</Badge>
  if (account.mail !== 'connected') return <Badge>Not connected</Badge>
  if (!mailbox || mailbox.state === 'off') return null
  if (mailbox.state === 'healthy') return <Badge hue="green">Up to date</Badge>
  return mailbox.state === 'gaps' ? <Badge hue="amber">Missing messages</Badge> : <Badge>Reading</Badge>
}

function Figures({ mailbox, now }: { mailbox: Mailbox; now: Date }) {
  const { total, here, state, pending, with_leads, synced_at, waits_until, watch_until } = mailbox
  const missing = Math.max(0, total - here)
  return (
    <div className={classes.figures}>
      <p className={classes.counted}>
        {state === 'reading' ? (
          <>
            <b>{count(here)}</b> of <b>{count(total)}</b>, {Math.max(1, minutesLeft(pending))} min left
          </>
        ) : (
          <>
            Mailbox <b>{count(total)}</b> · here <b>{count(here)}</b>
            {missing > 0 && `, ${count(missing)} missing`}
          </>
        )}
      </p>
      <p>{count(with_leads)} of them are with your leads</p>
      {waits_until && new Date(waits_until) > now && <p>Google asked us to wait until {fullTime(waits_until)}</p>}
      <p>
        {synced_at ? `Checked ${ago(synced_at, now)}` : 'Not read yet'} ·{' '}
        {watch_until ? 'Google reports new mail at once' : 'checked every minute'}
      </p>
    </div>
  )
}
