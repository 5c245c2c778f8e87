import { type ComponentType, lazy, Suspense } from 'react'
import { onDemand } from '../../platform/ui/onDemand.tsx'
import type { ShellPart } from '../../platform/web/feature.ts'

const always = () => true

/** Makes the component that shows parts of features, each fetched when it is needed. */
export function shellParts(parts: readonly ShellPart[]): ComponentType {
  const made = parts.map(({ id, load, useIsNeeded = always, isFetchedEarly }) => (
    <Suspense key={id}>
      <WhenNeeded
        Part={isFetchedEarly ? onDemand(load) : lazy(async () => ({ default: await load() }))}
        useIsNeeded={useIsNeeded}
      />
    </Suspense>
  ))
  return () => made
}

/** A part keeps its own hook for good. */
function WhenNeeded({ Part, useIsNeeded }: { Part: ComponentType; useIsNeeded: () => boolean }) {
  return useIsNeeded() ? <Part /> : null
}
