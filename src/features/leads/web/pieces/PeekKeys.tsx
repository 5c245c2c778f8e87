import { type ReactNode, useEffect, useState } from 'react'
import { useLineShortcuts } from '../../../../platform/web/page/keys.ts'
import { pressFocused } from '../../../../platform/web/page/pressFocused.ts'
import { type PeekedLead, type PeekList, peekAt, peekAtLead, publishPeekList } from '../client/peekList.ts'

interface PeekKeysProps extends PeekList {
  /** Under which heading the list of keys names it. */
  group: string
}

/** Beside a list of people: Space peeks at whoever is under its cursor. */
export function PeekKeys({ group, leads, cursor, moveTo }: PeekKeysProps): null {
  useEffect(() => publishPeekList({ leads, cursor, moveTo }))
  useEffect(() => () => publishPeekList(null), [])
  useLineShortcuts([
    {
      keys: ' ',
      label: 'Peek at the lead',
      group,
      run() {
        // Whoever is in a dialog over the list means that; Space does not press links, so one with the focus keeps nothing.
        if (!pressFocused('button, [role="menuitem"]') && !document.activeElement?.closest('[role="dialog"]')) peekAt()
      },
    },
  ])
  return null
}

/** How a list without a cursor of its own lets people be peeked at. */
export interface Peekable {
  /** Stands somewhere in the list, for its keys. */
  keys: ReactNode
  peek(lead: Pick<PeekedLead, 'id'>): void
  /** Whether the peek showed this one last. */
  isPeeked(lead: Pick<PeekedLead, 'id'>): boolean
}

/** Makes people peekable in a list that has no cursor of its own: each where the name is pressed, all by Space. */
export function usePeekable(leads: readonly PeekedLead[], group: string): Peekable {
  const [id, setId] = useState<number | null>(null)
  const found = leads.findIndex(lead => lead.id === id)
  return {
    keys: (
      <PeekKeys
        group={group}
        leads={leads}
        cursor={found < 0 ? null : found}
        moveTo={index => setId(leads[index]?.id ?? null)}
      />
    ),
    peek: lead => peekAtLead(lead.id),
    isPeeked: lead => lead.id === id,
  }
}
