import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { Initials, KeyHint, PanelSection } from '../../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import { useShownError } from '../../../../platform/web/page/failedParts.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { initialsOf } from '../../../../platform/web/text.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { AgentQuotaDetail, AgentQuotaRow } from '../../contract/agents.ts'
import { agentQuery, dayText, endingOf } from '../client.ts'
import classes from './AgentPanel.module.css'
import { OverrideForm } from './OverrideForm.tsx'
import { QuotaHistory } from './QuotaHistory.tsx'
import { turnOf, useText } from './rows.ts'
import { Towards } from './Towards.tsx'

/** One agent: the week, what was put in place of the rung, the way to the next one, and what happened. */
export function AgentPanel({ row, now }: { row: AgentQuotaRow; now: Date }) {
  const { data: detail, error, refetch } = useQuery(agentQuery(row.agent_id, row.type))
  useShownError(detail ? null : error)
  const [first = '', ...rest] = row.name.split(' ')
  const since = detail && `with us since ${monthOf(detail.member_since)}`
  return (
    <aside className={classes.panel} aria-label={row.name}>
      <header className={classes.head}>
        <Initials text={initialsOf(first, rest.at(-1) ?? '')} hue="cyan" size={40} />
        <div>
          <h2>{row.name}</h2>
          <span>{[row.team, since].filter(Boolean).join(' · ')}</span>
        </div>
      </header>
      <Week row={row} restarts={detail?.week_restarts ?? null} />
      {error && !detail && (
        <p className={classes.failed}>
          {sentenceOf(error)}{' '}
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {detail && (
        <>
          <Override detail={detail} now={now} />
          <Towards detail={detail} />
          <QuotaHistory history={detail.history} now={now} />
          <p className={classes.keys} data-hints>
            <KeyHint keys="J K" /> agents <KeyHint keys="O" /> override <KeyHint keys="/" /> find
          </p>
        </>
      )}
    </aside>
  )
}

const monthOf = (at: string): string =>
  new Date(at).toLocaleDateString('en-CA', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const RING = 64

function Week({ row, restarts }: { row: AgentQuotaRow; restarts: string | null }) {
  const { used_week, weekly, used_today, daily, is_at_limit } = row
  const isFull = weekly !== null && used_week >= weekly
  const text = weekly === null ? `${used_week}` : `${used_week}/${weekly}`
  return (
    <section className={classes.week} aria-label="This week">
      <Ring
        turn={turnOf(used_week, weekly)}
        size={RING}
        label={`${useText(used_week, weekly)} this week`}
        color={isFull ? 'var(--kt-ink-2)' : 'var(--kt-accent)'}
      >
        <b>{text}</b>
      </Ring>
      <p>
        <b>{weekly === null ? `${used_week} this week, without a limit` : `${used_week} of ${weekly} this week`}</b>
        {daily !== null && (
          <span>
            {used_today} of {daily} today{is_at_limit ? ', no more offers' : ', next offer any time'}
          </span>
        )}
        {row.is_pro_rata && <span>In the first week: a part of the limit</span>}
        {restarts && <small>The week restarts Mon, {dayText(restarts)}</small>}
      </p>
    </section>
  )
}

function Override({ detail, now }: { detail: AgentQuotaDetail; now: Date }) {
  const [isOpen, setIsOpen] = useState(false)
  const end = useUndoable(() => endingOf(detail))
  useShortcuts([{ keys: 'o', label: 'Override the quota', group: 'Agent quotas', run: () => setIsOpen(true) }])
  const { override, own_rung } = detail
  const action = override ? (
    <Button size="xs" variant="subtle" loading={end.isPending} onClick={() => end.run()}>
      End now
    </Button>
  ) : (
    !isOpen && (
      <Button size="xs" variant="subtle" onClick={() => setIsOpen(true)}>
        Override
      </Button>
    )
  )
  return (
    <PanelSection title="Override" action={action}>
      {override && (
        <>
          <p className={classes.sentence}>
            {override.rung === null ? `${override.daily} a day and ${override.weekly} a week` : `Rung ${override.rung}`}{' '}
            instead of {own_rung === null ? 'no limit' : `rung ${own_rung}`}, until <b>{dayText(override.until)}</b>
          </p>
          <blockquote className={classes.reason}>{override.reason}</blockquote>
          <p className={classes.meta}>
            {[override.created_by, shortDay(override.created_at, now)].filter(Boolean).join(', ')}.
            {own_rung !== null && ` Then back to rung ${own_rung}.`}
          </p>
        </>
      )}
      {!override && !isOpen && <p className={classes.meta}>None. The rung decides.</p>}
      {isOpen && <OverrideForm detail={detail} onClose={() => setIsOpen(false)} />}
    </PanelSection>
  )
}
