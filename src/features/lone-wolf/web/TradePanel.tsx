import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Badge, PanelSection } from '../../../platform/ui/pieces.tsx'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, calendarDay, fullTime } from '../../../platform/web/time/time.ts'
import { dealStatus } from '../../deals/rules/kinds.ts'
import type { DealTrade } from '../contract.ts'
import { sentenceOf, stateBadges } from '../rules/words.ts'
import { decideSides, lookForTrade, sendDeal, tradeQuery } from './client.ts'
import classes from './TradePanel.module.css'

interface TradePanelProps {
  dealId: number
  /** The status of the deal itself. */
  status: number
}

const SECOND = 1000

/** How a deal stands with Lone Wolf, and what somebody has to do; nothing where there is no Lone Wolf. */
export function TradePanel({ dealId, status }: TradePanelProps) {
  const { data: trade } = useQuery(tradeQuery(dealId))
  if (!trade || (!trade.is_on && trade.number === null)) return null
  const { state, twin } = trade
  const { text, hue } = stateBadges[state]
  return (
    <PanelSection title="Trade in Lone Wolf" action={<Badge {...(hue && { hue })}>{text}</Badge>}>
      <div className={classes.trade} data-state={state}>
        <p role="status">{sentenceOf({ ...trade, isDraft: status === dealStatus.draft })}</p>
        <Times trade={trade} />
        {state === 'differs' && <Sides trade={trade} />}
        {twin !== null && (
          <p className={classes.ask}>Trade {twin} holds this deal a second time. Take it back in Lone Wolf.</p>
        )}
        {trade.is_to_be_taken_back && (
          <p className={classes.ask}>
            The deal fell through here, and trade {trade.number} stands. Take it back in Lone Wolf.
          </p>
        )}
        {trade.may_decide && <Actions dealId={dealId} status={status} trade={trade} />}
      </div>
    </PanelSection>
  )
}

function Times({ trade: { state, since, looked_at } }: { trade: DealTrade }) {
  const now = useNow(10 * SECOND)
  const at = state === 'unknown' ? (looked_at ?? since) : since
  if (at === null) return null
  const did = { confirmed: 'Confirmed', unknown: looked_at === null ? 'Sent' : 'Last looked for' } as const
  const word = did[state as keyof typeof did] ?? 'Since'
  return (
    <time className={classes.time} dateTime={at} title={fullTime(at)}>
      {word} {ago(at, now).replace(/^now$/, 'just now')}
    </time>
  )
}

function Sides({ trade: { sides } }: { trade: DealTrade }) {
  return (
    <table className={classes.sides}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Fact</VisuallyHidden>
          </th>
          <th scope="col">Ours</th>
          <th scope="col">Lone Wolf</th>
        </tr>
      </thead>
      <tbody>
        {sides.map(({ label, ours, theirs }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{shown(ours) || 'None'}</td>
            <td>{shown(theirs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Days as the other facts of a deal have them. */
const shown = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? calendarDay(text) : text)

interface ActionsProps extends TradePanelProps {
  trade: DealTrade
}

function Actions({ dealId, status, trade: { state, missing, is_on } }: ActionsProps) {
  const [busy, setBusy] = useState<string | null>(null)
  const act = (label: string, run: () => Promise<unknown>) => (
    <Button
      key={label}
      size="xs"
      variant="default"
      loading={busy === label}
      disabled={busy !== null && busy !== label}
      onClick={() => {
        setBusy(label)
        void run().finally(() => setBusy(null))
      }}
    >
      {label}
    </Button>
  )
  const isForBooks = status !== dealStatus.draft && status !== dealStatus.fellThrough
  const actions: Partial<Record<DealTrade['state'], () => ReactNode>> = {
    none: () => isForBooks && missing.length === 0 && act('Send to Lone Wolf', () => sendDeal(dealId)),
    refused: () => missing.length === 0 && act('Send again', () => sendDeal(dealId)),
    lost: () => act('Send again', () => sendDeal(dealId)),
    unknown: () => act('Look now', () => lookForTrade(dealId)),
    differs: () => [
      act('Keep ours', () => decideSides(dealId, 'ours')),
      act('Take theirs', () => decideSides(dealId, 'theirs')),
    ],
  }
  const buttons = is_on && actions[state]?.()
  return buttons ? <div className={classes.actions}>{buttons}</div> : null
}
