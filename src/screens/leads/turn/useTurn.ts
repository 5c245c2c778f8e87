import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Lead, LeadRow } from '../../../features/leads/contract/record.ts'
import { statusLabel } from '../../../features/leads/rules.ts'
import { leadQuery } from '../../../features/leads/web/client/leads.ts'
import type { ListQuestion } from '../../../features/leads/web/extensions.ts'
import { ApiError } from '../../../platform/web/calls/apiErrors.ts'
import { NEW_STATUS, outcomeOf, type Round, shownId, withOutcome } from './round.ts'
import { openedRound, saveRound } from './roundStore.ts'
import type { TurnAddress } from './turnAddress.ts'
import { useTurnSteps } from './useTurnSteps.ts'

interface TurnOptions {
  question: ListQuestion
  /** The new leads as they were when the round was opened. */
  rows: readonly LeadRow[]
  address: TurnAddress
  zone: string
}

/** A round through new leads: which one is shown, what is known of it, and what can be done. */
export function useTurn({ question, rows, address, zone }: TurnOptions) {
  const [round, setRound] = useState<Round>(() =>
    openedRound(question, rows, typeof address.turn === 'number' ? address.turn : null),
  )
  const id = shownId(round)
  const steps = useTurnSteps({ round, change: setRound, zone })
  const { lead, elsewhere } = useShownLead(id, rows, steps.isTouched)
  const isElsewhere = elsewhere !== null
  useEffect(() => {
    if (id !== null && isElsewhere)
      setRound(before => (outcomeOf(before, id) ? before : withOutcome(before, id, { kind: 'elsewhere' })))
  }, [id, isElsewhere])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the round changes what is saved and shown
  useEffect(() => {
    saveRound(question, round)
    address.move(id ?? 'end')
  }, [round])
  useNextAhead(round.ids[round.place + 1])
  const status = id === null ? undefined : steps.unsaved.get(id)
  return {
    round,
    lead: lead && status !== undefined ? { ...lead, status_value: status } : lead,
    elsewhere,
    nextLead: rows.find(row => row.id === round.ids[round.place + 1]) ?? null,
    outcome: id === null ? undefined : outcomeOf(round, id),
    steps,
    begin: setRound,
  }
}

/** The lead that is shown, followed live, and what somebody else made of it meanwhile. */
function useShownLead(id: number | null, rows: readonly LeadRow[], isTouched: (id: number) => boolean) {
  const { data, error } = useQuery({
    ...leadQuery(id ?? 0),
    enabled: id !== null,
    retry: false,
  })
  const lead: (LeadRow & Partial<Lead>) | null = data ?? rows.find(row => row.id === id) ?? null
  return { lead, elsewhere: id === null || isTouched(id) ? null : elsewhereText(data, error) }
}

function elsewhereText(lead: Lead | undefined, error: Error | null): string | null {
  if (error instanceof ApiError && error.status === 404) return 'Somebody else has this lead now.'
  if (!lead || lead.status_value === NEW_STATUS) return null
  return `Somebody else set this lead to ${statusLabel(lead.status_value)}.`
}

/** Fetches the next lead before it is shown. */
function useNextAhead(id: number | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id !== undefined) void client.prefetchQuery(leadQuery(id))
  }, [client, id])
}
