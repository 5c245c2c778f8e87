import { Button } from '@mantine/core'
import { IconPhone, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  continueDialing,
  type Dialer,
  type DialRow,
  dial,
  phaseText,
  RING_SECONDS,
} from '../../features/calling/web/client/dialer.ts'
import { DoNotCallAge } from '../../features/do-not-call/web/pieces.tsx'
import { statusLabel } from '../../features/leads/rules.ts'
import { leadQuery } from '../../features/leads/web/client/leads.ts'
import { usePhoneText } from '../../features/leads/web/client/phones.ts'
import { useViewer } from '../../features/leads/web/client/useViewer.ts'
import { LeadDial } from '../../features/leads/web/pieces/LeadDial.tsx'
import { RefusalReasons } from '../../features/outbound/web/pieces.tsx'
import { reachQuery } from '../../features/text-messages/web/client.ts'
import { ViewedCards } from '../../features/timeline/web/pieces.tsx'
import { Ring } from '../../platform/ui/marks/Ring.tsx'
import { KeyHint, PanelSection } from '../../platform/ui/pieces.tsx'
import { capitalized } from '../../platform/web/text.ts'
import { useNow } from '../../platform/web/time/now.ts'
import { leadFacts } from '../lead/person/facts.ts'
import { LastNote } from '../lead/person/LastNote.tsx'
import classes from './Dialer.module.css'
import { SkipButtons } from './SkipButtons.tsx'

const MINUTE = 60_000
const VIEWED = 2

/** Whose turn it is: the call that comes, why, and the ways not to make it. */
export function DialerPerson({ dialer, row }: { dialer: Dialer; row: DialRow }) {
  const { data: lead } = useQuery(leadQuery(row.leadId))
  const { data: reach } = useQuery(reachQuery(row.leadId))
  const { zone } = useViewer()
  const now = useNow(MINUTE)
  const number = usePhoneText(row.number)
  const { phase, left } = dialer
  const isPaused = phase === 'paused'
  const isNext = phase === 'ringing'
  return (
    <aside className={classes.person}>
      <h2 dir="auto">{row.name}</h2>
      {lead && (
        <p className={classes.facts}>
          <LeadDial status={lead.status_value} size={16} /> {statusLabel(lead.status_value)} {leadFacts(lead)}
        </p>
      )}
      <Button
        size="lg"
        fullWidth
        disabled={!isNext}
        leftSection={
          isNext ? (
            <Ring size={28} turn={left / RING_SECONDS} label={`In ${left} seconds`} color="var(--kt-on-accent)">
              {left}
            </Ring>
          ) : (
            <IconPhone size={18} stroke={1.6} aria-hidden />
          )
        }
        rightSection={isNext && <KeyHint keys="C" />}
        onClick={() => dial({ type: 'dial' })}
      >
        {isNext ? `Call ${number}` : capitalized(phaseText(dialer))}
      </Button>
      <Button
        variant="default"
        fullWidth
        leftSection={isPaused ? <IconPlayerPlay size={15} stroke={1.6} /> : <IconPlayerPause size={15} stroke={1.6} />}
        rightSection={<KeyHint keys="P" />}
        onClick={() => void (isPaused ? continueDialing() : dial({ type: 'pause' }))}
      >
        {isPaused ? 'Continue' : dialer.pausesNext ? 'Pauses after this call' : 'Pause'}
      </Button>
      {reach && (
        <p className={classes.ground}>{reach.call.ground ?? <RefusalReasons refusals={reach.call.refusals} />}</p>
      )}
      <DoNotCallAge />
      {row.why && (
        <PanelSection title="Why now">
          <p className={classes.reason}>{row.why}</p>
        </PanelSection>
      )}
      <LastNote leadId={row.leadId} now={now} zone={zone} />
      <ViewedCards leadId={row.leadId} limit={VIEWED} />
      {(isNext || isPaused) && (
        <PanelSection title="Skip because">
          <SkipButtons />
        </PanelSection>
      )}
    </aside>
  )
}
