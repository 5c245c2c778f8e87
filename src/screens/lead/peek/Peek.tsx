import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import type { ContactChannel } from '../../../features/leads/rules.ts'
import { leadQuery } from '../../../features/leads/web/client/leads.ts'
import { closePeek } from '../../../features/leads/web/client/peek.ts'
import { type PeekedLead, type PeekList, usePeekList } from '../../../features/leads/web/client/peekList.ts'
import { reachLead } from '../../../features/leads/web/client/reachLead.ts'
import { useLeadNavigation } from '../../../features/leads/web/client/useLeadActions.ts'
import { useViewer } from '../../../features/leads/web/client/useViewer.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { pressFocused } from '../../../platform/web/page/pressFocused.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { useNoteTask } from '../modals/noteTask.ts'
import { useNeighboursAhead } from '../useNeighboursAhead.ts'
import { PeekCard } from './PeekCard.tsx'
import { PeekPerson } from './PeekPerson.tsx'
import { PeekSheet } from './PeekSheet.tsx'
import type { PeekSteps } from './steps.ts'

const MINUTE = 60_000

/** A look at whoever is under the cursor of a list, without leaving it. It goes with the list. */
export function Peek() {
  const list = usePeekList()
  const lead = list?.cursor == null ? undefined : list.leads[list.cursor]
  const isGone = lead === undefined
  useEffect(() => {
    if (isGone) closePeek()
  }, [isGone])
  return list && lead ? <Peeked list={list} lead={lead} /> : null
}

function Peeked({ list, lead }: { list: PeekList; lead: PeekedLead }) {
  const { zone } = useViewer()
  const now = useNow(MINUTE)
  const { open } = useLeadNavigation()
  const isWide = useIsWide()
  const isFree = useAfterwards(useNoteTask() === null)
  const { data, error } = useQuery({ ...leadQuery(lead.id), retry: false })
  const { next, previous } = neighboursOf(list)
  useNeighboursAhead(next?.lead.id, previous?.lead.id)
  const steps: PeekSteps = {
    next: next ? () => list.moveTo(next.index) : null,
    previous: previous ? () => list.moveTo(previous.index) : null,
    open: () => open(data ?? lead),
  }
  usePeekKeys(steps, data, isFree)
  const Frame = isWide ? PeekCard : PeekSheet
  return (
    <Frame lead={data ?? lead} steps={steps}>
      <PeekPerson key={lead.id} lead={data ? data : null} error={error} now={now} zone={zone} />
    </Frame>
  )
}

/** Whoever comes before and after; a list may name somebody several times in a row. */
function neighboursOf({ leads, cursor }: PeekList) {
  const at = cursor ?? 0
  const beside = (step: 1 | -1) => {
    let index = at + step
    while (leads[index] && leads[index]?.id === leads[at]?.id) index += step
    const lead = leads[index]
    return lead ? { lead, index } : null
  }
  return { next: beside(1), previous: beside(-1) }
}

/** True a moment after it became so: the Escape that closes what was written in does not close the peek as well. */
function useAfterwards(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo)
  useEffect(() => {
    const timer = setTimeout(() => setWas(isSo))
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && was
}

function usePeekKeys({ next, previous, open }: PeekSteps, lead: LeadRow | undefined, enabled: boolean): void {
  const group = 'Peek'
  const reach = (channel: ContactChannel) => () => lead && reachLead(lead, channel)
  useShortcuts(
    [
      { keys: 'j', label: 'Next lead', group, run: () => next?.() },
      { keys: 'k', label: 'Previous lead', group, run: () => previous?.() },
      { keys: ' ', label: 'Close', group, run: () => void (pressFocused('button') || closePeek()) },
      { keys: 'Escape', label: 'Close', group, run: closePeek },
      {
        keys: 'Enter',
        label: 'Open the lead',
        group,
        run: () => void (pressFocused('[data-peek] :is(a, button)') || open()),
      },
      { keys: 'c', label: 'Call', group, run: reach('call') },
      { keys: 'm', label: 'Text', group, run: reach('text') },
      { keys: 'e', label: 'E-mail', group, run: reach('email') },
    ],
    enabled,
  )
}
