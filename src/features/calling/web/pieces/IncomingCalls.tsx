import { Button } from '@mantine/core'
import { IconCalendar, IconCheckbox, IconPhone, IconPhoneOff, IconPhoneX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { cachedChange, showAtOnce } from '../../../../platform/web/calls/cached.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { printedKeys } from '../../../../platform/web/page/printedKeys.ts'
import { initialsOf } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { statusLabel } from '../../../leads/rules.ts'
import { usePhoneText } from '../../../leads/web/client/phones.ts'
import { useViewer } from '../../../leads/web/client/useViewer.ts'
import { leadName } from '../../../leads/web/pieces/wording.ts'
import { callingCalls, type RingingCall } from '../../contract.ts'
import { talkTime } from '../../rules.ts'
import { declineCall, ringingQuery } from '../client/calls.ts'
import { answerCall, rejectRinging } from '../client/dial.ts'
import { useCallState } from '../client/store.ts'
import classes from './IncomingCalls.module.css'

const SECOND = 1_000

/** The call that rings for the person, in each of their windows. */
export function IncomingCalls() {
  const { data } = useQuery(ringingQuery)
  const now = useNow(SECOND)
  const [call] = (data ?? []).filter(({ until }) => Date.parse(until) > now.getTime())
  return call ? <IncomingCard key={call.id} call={call} now={now} /> : null
}

/** Stops showing a call in this window, before the server says so. */
const hide = (id: number) =>
  showAtOnce(queryClient, [cachedChange(callingCalls.ringing, calls => calls.filter(call => call.id !== id))])

async function decline(call: RingingCall): Promise<void> {
  const { id, provider_id } = call
  if (provider_id !== null) rejectRinging(provider_id)
  const restore = await hide(id)
  await declineCall(id).catch((error: unknown) => {
    restore()
    notifyFailure(serverSentence(error, 'The call could not be declined.'), () => void decline(call))
  })
}

function IncomingCard({ call, now }: { call: RingingCall; now: Date }) {
  const { active } = useCallState()
  const wide = useIsWide()
  const number = usePhoneText(call.number)
  const name = call.lead ? leadName(call.lead) : number
  const answer = () => {
    answerCall(call, name)
    void hide(call.id)
  }
  const group = 'Incoming call'
  useShortcuts([
    { keys: 'alt+a', label: 'Answer', group, run: answer, whileTyping: true },
    { keys: 'alt+d', label: 'Decline', group, run: () => void decline(call), whileTyping: true },
  ])
  const left = Math.max(0, Date.parse(call.until) - now.getTime())
  const whole = Math.max(SECOND, Date.parse(call.until) - Date.parse(call.since))
  return (
    <aside
      className={classes.card}
      data-keep-clear
      role="alertdialog"
      aria-live="polite"
      aria-label={`Incoming call from ${name}`}
    >
      <header className={classes.head}>
        <Ring size={56} turn={Math.min(1, left / whole)} label={`Rings for ${Math.ceil(left / SECOND)} s more`}>
          {call.lead ? initialsOf(call.lead.first_name, call.lead.last_name) || '?' : '?'}
        </Ring>
        <div>
          <span className={classes.kind}>
            {call.colleague ? `${call.colleague} hands you a call` : 'Incoming call'}
          </span>
          <h2 dir="auto">{name}</h2>
          <span>{call.lead ? `${statusLabel(call.lead.status_value)} · ${number}` : 'Not a lead of yours'}</span>
        </div>
      </header>
      <div className={classes.buttons}>
        <Button
          size="md"
          disabled={active}
          leftSection={<IconPhone size={16} stroke={1.6} />}
          rightSection={wide && <KeyHint keys={printedKeys('alt+a')} />}
          onClick={answer}
        >
          {active ? 'End your call to answer' : 'Answer'}
        </Button>
        <Button
          variant="default"
          style={{ gridColumn: '1 / -1' }}
          leftSection={<IconPhoneOff size={15} stroke={1.6} />}
          rightSection={wide && <KeyHint keys={printedKeys('alt+d')} />}
          onClick={() => void decline(call)}
        >
          Decline
        </Button>
      </div>
      <Why call={call} now={now} />
      <footer className={classes.foot}>
        Rings here for <b>{talkTime(Math.ceil(left / SECOND))}</b>
      </footer>
    </aside>
  )
}

const icons = { call: IconPhoneX, task: IconCheckbox, showing: IconCalendar } as const

function Why({ call: { facts, last_note }, now }: { call: RingingCall; now: Date }) {
  const { zone } = useViewer()
  return (
    <>
      {facts.length > 0 && (
        <section>
          <h3>Why they may be calling</h3>
          <ul className={classes.facts}>
            {facts.map(({ kind, text, at }) => {
              const Icon = icons[kind]
              return (
                <li key={kind}>
                  <Icon size={16} stroke={1.6} aria-hidden />
                  <span>{text}</span>
                  {at && <time dateTime={at}>{shortDay(at, now, zone)}</time>}
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {last_note && (
        <section>
          <h3>Last note</h3>
          <p dir="auto">{last_note.text}</p>
        </section>
      )}
    </>
  )
}
