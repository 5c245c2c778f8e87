import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { whenIdle } from '../web/idle.ts'

/** Before this the browser has better things to do than to fetch what nobody has asked for yet. */
const IDLE_AFTER_MS = 5_000

/**
 * A part of a screen that is fetched when it is first shown, or before that once the browser is idle, so that the first
 * screen is small and the first press still answers at once. `waiting` stands in its place meanwhile.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: (props: Props) => ReactNode,
) {
  const Part = lazy(async () => ({ default: await load() }))
  const fetchEarly = () => void load().catch(() => undefined)
  setTimeout(() => whenIdle(fetchEarly), IDLE_AFTER_MS)
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module begins
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={waiting?.(props)}>
        <Part {...(props as Props & Record<never, never>)} />
      </Suspense>
    )
  }
}
