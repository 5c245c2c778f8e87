import { ActionIcon } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconMail,
  IconMessage2,
  IconNote,
  IconPhone,
  IconX,
  IconZzz,
} from '@tabler/icons-react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { contactOf, mayTryText, reachOf } from '../../../features/leads/web/pieces/wording.ts'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { progressOf, type Round } from './round.ts'
import classes from './Turn.module.css'
import type { TurnActions } from './useTurnKeys.ts'

interface TurnPartProps {
  round: Round
  actions: TurnActions
}

/** How far the round is, and the ways to its other leads. */
export function TurnHead({ round, actions }: TurnPartProps) {
  const { total, turned, turn } = progressOf(round)
  const wide = useIsWide()
  return (
    <header className={classes.head}>
      <Ring size={40} turn={turn} label={`${turned} of ${total} turned`} />
      <div className={classes.title}>
        <h1>
          {round.place + 1} of {total}
        </h1>
        <p>New leads, longest waiting first</p>
      </div>
      <ActionIcon size="md" aria-label="Previous lead" disabled={round.place === 0} onClick={actions.previous}>
        <IconChevronUp size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon size="md" aria-label="Next lead" onClick={actions.next}>
        <IconChevronDown size={18} stroke={1.6} />
      </ActionIcon>
      {wide ? (
        <button type="button" className={classes.leave} aria-label="Leave" onClick={actions.leave}>
          <KeyHint keys="Esc" isContent />
        </button>
      ) : (
        <ActionIcon size="md" aria-label="Leave" onClick={actions.leave}>
          <IconX size={20} stroke={1.6} />
        </ActionIcon>
      )}
    </header>
  )
}

const keys = [
  { printed: 'C', label: 'call' },
  { printed: 'P', label: 'tomorrow' },
  { printed: 'N', label: 'note' },
  { printed: 'T', label: 'task' },
  { printed: 'J', label: 'next' },
] as const

/** The keys, and how many leads are left; on a phone what a thumb presses instead. */
export function TurnFoot({ round, lead, actions }: TurnPartProps & { lead: LeadRow }) {
  const { turned, toGo } = progressOf(round)
  const wide = useIsWide()
  if (!wide) return <PhoneFoot lead={lead} actions={actions} />
  return (
    <footer className={classes.foot}>
      <span data-hints>
        <KeyHint keys="0" /> to <KeyHint keys="9" /> status
      </span>
      {keys.map(({ printed, label }) => (
        <span key={label} data-hints>
          <KeyHint keys={printed} /> {label}
        </span>
      ))}
      <span className={classes.toGo}>
        {turned} turned, {toGo} to go
      </span>
    </footer>
  )
}

function PhoneFoot({ lead, actions }: { lead: LeadRow; actions: TurnActions }) {
  const { phone, email } = contactOf(lead)
  const reach = reachOf(lead)
  return (
    <footer className={classes.phoneFoot} role="toolbar" aria-label="Reach this lead">
      {reach.call && (
        <a href={`tel:${phone}`} data-act="call" data-call-lead={lead.id} data-first>
          <IconPhone size={20} stroke={1.6} aria-hidden /> Call
        </a>
      )}
      {mayTryText(lead) && (
        <a href={`sms:${phone}`} data-act="text" data-call-lead={lead.id}>
          <IconMessage2 size={20} stroke={1.6} aria-hidden /> Text
        </a>
      )}
      {reach.email && (
        <a href={`mailto:${email}`} data-act="email" data-call-lead={lead.id}>
          <IconMail size={20} stroke={1.6} aria-hidden /> E-mail
        </a>
      )}
      <button type="button" onClick={actions.addNote}>
        <IconNote size={20} stroke={1.6} aria-hidden /> Note
      </button>
      <button type="button" onClick={actions.snooze}>
        <IconZzz size={20} stroke={1.6} aria-hidden /> Snooze
      </button>
    </footer>
  )
}
