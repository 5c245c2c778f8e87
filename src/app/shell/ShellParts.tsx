import type { ComponentType } from 'react'
import { besides, onDemand } from '../../platform/ui/onDemand.tsx'
import type { ShellPart } from '../../platform/web/feature.ts'

const always = () => true

/** Makes the component that shows parts of features, each fetched when it is needed. */
export function shellParts(parts: readonly ShellPart[]): ComponentType {
  const made = parts.map(({ id, load, useIsNeeded = always, isFetchedEarly }) => (
    <WhenNeeded key={id} Part={isFetchedEarly ? onDemand(load) : besides(load)} useIsNeeded={useIsNeeded} />
  ))
  return () => made
}

/** A part keeps its own hook for good. */
function WhenNeeded({ Part, useIsNeeded }: { Part: ComponentType; useIsNeeded: () => boolean }) {
  return useIsNeeded() ? <Part /> : null
}
