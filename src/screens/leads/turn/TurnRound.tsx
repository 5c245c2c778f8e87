import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { leadSlug } from '../../../features/leads/rules.ts'
import type { ListQuestion } from '../../../features/leads/web/extensions.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { Initials } from '../../../platform/ui/pieces.tsx'
import { useSwipe } from '../../../platform/web/page/swipe.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { openNoteTask } from '../../lead/modals/noteTask.ts'
import { leadFacts } from '../../lead/person/facts.ts'
import { next, previous } from './round.ts'
import classes from './Turn.module.css'
import { TurnDial } from './TurnDial.tsx'
import { TurnEnd } from './TurnEnd.tsx'
import { TurnFrame } from './TurnFrame.tsx'
import { TurnFoot, TurnHead } from './TurnHead.tsx'
import { TurnPerson } from './TurnPerson.tsx'
import { TurnSaid } from './TurnSaid.tsx'
import type { TurnAddress } from './turnAddress.ts'
import { useTurn } from './useTurn.ts'
import { type TurnActions, useTurnKeys } from './useTurnKeys.ts'

interface TurnRoundProps {
  question: ListQuestion
  rows: readonly LeadRow[]
  address: TurnAddress
  now: Date
  zone: string
  onLeave(): void
}

/** One round: the lead that is shown, its dial, and how far the round is. */
export function TurnRound({ onLeave, now, ...options }: TurnRoundProps) {
  const turn = useTurn(options)
  const { lead, round, nextLead, elsewhere, outcome, steps } = turn
  const actions = useTurnActions(turn, onLeave)
  const swipe = useSwipe({ onLeft: actions.next, onRight: actions.previous })
  const body = useRef<HTMLDivElement>(null)
  const id = lead?.id
  // Whoever works by keys or hears the page stands at the lead that has just come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lead has another body
  useEffect(() => body.current?.focus({ preventScroll: true }), [id])
  if (!lead) {
    return (
      <TurnFrame label="Turn mode" onLeave={onLeave}>
        <TurnEnd round={round} onLeave={onLeave} onAgain={turn.begin} />
      </TurnFrame>
    )
  }
  return (
    <TurnFrame
      label={`Turn mode: ${leadName(lead)}`}
      onLeave={onLeave}
      aside={nextLead && <NextLead key={nextLead.id} lead={nextLead} />}
    >
      <TurnHead round={round} actions={actions} />
      <div key={lead.id} ref={body} tabIndex={-1} className={classes.body} {...swipe}>
        <div className={classes.left}>
          <TurnPerson lead={lead} now={now} zone={options.zone} />
        </div>
        <div className={classes.right}>
          <TurnDial
            status={lead.status_value}
            was={outcome?.kind === 'status' ? outcome.was : null}
            onTurn={actions.setStatus}
          />
          <TurnSaid said={steps.said} shown={lead.id} elsewhere={elsewhere} onUndo={actions.undo} />
        </div>
      </div>
      <TurnFoot round={round} lead={lead} actions={actions} />
    </TurnFrame>
  )
}

function NextLead({ lead }: { lead: LeadRow }): ReactNode {
  return (
    <div className={classes.peek} aria-hidden>
      <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="green" size={36} />
      <span>
        <b>{leadName(lead)}</b>
        <span>{leadFacts(lead)}</span>
      </span>
    </div>
  )
}

/** What keys, buttons and the thumb do alike. */
function useTurnActions({ lead, steps }: ReturnType<typeof useTurn>, onLeave: () => void): TurnActions {
  const navigate = useNavigate()
  const slug = lead && leadSlug(lead)
  const actions: TurnActions = {
    setStatus: status => lead && steps.setStatus(lead, status),
    reach(how) {
      steps.stay()
      document.querySelector<HTMLElement>(`[data-turn] [data-act="${how}"]`)?.click()
    },
    addNote() {
      steps.stay()
      if (lead) openNoteTask({ lead, variant: 'note' })
    },
    addTask() {
      steps.stay()
      if (lead) openNoteTask({ lead, variant: 'task' })
    },
    snooze: () => lead && steps.snooze(lead),
    next: () => lead && steps.go(next),
    previous: () => steps.go(previous),
    undo: steps.undo,
    open: () => slug && void navigate({ to: '/leads/$slug', params: { slug } }),
    leave: onLeave,
  }
  useTurnKeys(actions)
  return actions
}
