import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlaceholderValues } from '../../rules/placeholders.ts'
import { gapsQuery, valuesQuery } from '../client.ts'

interface Named {
  id: number
  name: string
}

/** The lead on whom what is written is shown. */
export interface Example {
  lead: Named | null
  /** `null` while they are not known. */
  values: PlaceholderValues | null
  pick(lead: Named): void
}

let picked: Named | null = null

/** The lead that was picked last, or the one of one's own who was active last. */
export function useExample(): Example {
  const [chosen, setChosen] = useState(picked)
  const { data: gaps } = useQuery(gapsQuery)
  const lead = chosen ?? gaps?.example ?? null
  const { data } = useQuery({ ...valuesQuery(lead?.id ?? 0), enabled: lead !== null })
  return {
    lead,
    values: data ?? null,
    pick(next) {
      picked = next
      setChosen(next)
    },
  }
}
