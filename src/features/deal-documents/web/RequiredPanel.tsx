import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import type { RequiredDocument } from '../contract.ts'
import { isInPlace } from '../rules/required.ts'
import { requiredQuery } from './client.ts'
import classes from './Documents.module.css'
import { RequiredRow } from './RequiredRow.tsx'

/** What was missing when the panel opened comes first, and stays there: no row moves away while somebody works on it. */
function useMissingFirst(documents: readonly RequiredDocument[] | undefined): readonly RequiredDocument[] {
  const [settled, setSettled] = useState<ReadonlySet<number>>()
  if (documents && !settled) setSettled(new Set(documents.filter(one => isInPlace(one.state)).map(({ id }) => id)))
  return documents?.toSorted((a, b) => Number(settled?.has(a.id) ?? false) - Number(settled?.has(b.id) ?? false)) ?? []
}

/** What the deal needs before it closes: what is missing first. Says nothing for a deal that needs nothing. */
export function RequiredPanel({ dealId, mayChange }: { dealId: number; mayChange: boolean }) {
  const data = useMissingFirst(useQuery(requiredQuery(dealId)).data)
  const needed = data.filter(one => one.is_required)
  if (needed.length === 0) return null
  const done = needed.filter(one => isInPlace(one.state)).length
  // What it may have besides is shown once there is something of it.
  const shown = data.filter(one => one.is_required || one.assignments.length > 0)
  return (
    <PanelSection
      title="Required documents"
      action={
        <>
          <Ring turn={done / needed.length} size={18} label={`${done} of ${needed.length} in place`} /> {done} of{' '}
          {needed.length}
        </>
      }
    >
      <div className={classes.required}>
        <ul>
          {shown.map(one => (
            <RequiredRow key={one.id} dealId={dealId} required={one} mayChange={mayChange} />
          ))}
        </ul>
      </div>
    </PanelSection>
  )
}
