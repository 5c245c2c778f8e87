import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DealDocument, RequiredDocument } from '../../contract.ts'
import { type PageGroup, type PageRange, pageGroups, rangeTo } from '../../rules/pages.ts'
import { isInPlace } from '../../rules/required.ts'
import { requiredQuery } from '../client.ts'

interface ChosenPages {
  groups: readonly PageGroup[]
  chosen: PageRange | null
  /** What the chosen pages can be: what is missing first. */
  wanted: readonly RequiredDocument[]
  choose(page: number, isExtended: boolean): void
  clear(): void
}

/** Which pages of a document are chosen, what its pages are, and what they could be. */
export function useChosenPages({
  dealId,
  document,
  count,
}: {
  dealId: number
  document: DealDocument
  count: number
}): ChosenPages {
  const { data: required = [] } = useQuery(requiredQuery(dealId))
  const [range, setRange] = useState<{ anchor: number; page: number } | null>(null)
  const assigned = required.flatMap(({ title, assignments }) =>
    assignments
      .filter(one => one.document_id === document.id && one.state !== 'rejected')
      .map(one => ({ ...one, title })),
  )
  return {
    groups: pageGroups(count, assigned),
    chosen: range && rangeTo(range.anchor, range.page),
    wanted: required.filter(one => one.state !== 'accepted').toSorted((one, other) => rankOf(one) - rankOf(other)),
    choose: (page, isExtended) => setRange(now => ({ anchor: isExtended && now ? now.anchor : page, page })),
    clear: () => setRange(null),
  }
}

/** What the deal cannot close without comes first, then what it may have, then what has pages already. */
const rankOf = ({ is_required, state }: RequiredDocument): number =>
  isInPlace(state) && state !== 'stated' ? 2 : is_required ? 0 : 1
