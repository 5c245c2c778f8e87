import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { lastReach, watchReturn } from '../web/calls/network.ts'
import { reportError } from '../web/errorReports.ts'
import { whenIdle } from '../web/page/idle.ts'

/** How long the first screen has the network to itself before parts are fetched in advance. */
const IDLE_AFTER_MS = 5_000

/** Fetches a part. One that fails where `waits` says so is fetched again when the network is back; until then it waits. */
async function fetched<Part>(load: () => Promise<Part>, waits: () => boolean): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!waits()) throw error
    await new Promise<void>(resolve => {
      const stop = watchReturn(() => {
        stop()
        resolve()
      })
    })
    return fetched(load, waits)
  }
}

const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>, waits: () => boolean) =>
  lazy(async () => ({ default: (await fetched(load, waits)) as ComponentType<object> }))

const isAway = () => !navigator.onLine || lastReach() !== 'answered'

/**
 * A part of a screen that is fetched when it is first shown, or before that once the browser is idle, so that the first
 * screen is small and the first press still answers at once. `waiting` stands in its place meanwhile, and while there is
 * no network to fetch it.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: (props: Props) => ReactNode,
) {
  const Part = lazily(load, isAway)
  const fetchEarly = () => void load().catch(() => undefined)
  setTimeout(() => whenIdle(fetchEarly), IDLE_AFTER_MS)
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module begins
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={waiting?.(props)}>
        <Part {...props} />
      </Suspense>
    )
  }
}

const always = () => true

/**
 * A part beside the page, such as a badge or a banner: neither its script, when that cannot be fetched, nor a failure
 * inside it takes the page down. `waiting` stands in its place until it is there, and for good when it failed.
 */
export function besides<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: (props: Props) => ReactNode,
) {
  const Part = lazily(load, always)
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module begins
  return function Beside(props: Props) {
    const instead = waiting?.(props)
    return (
      <CatchBoundary getResetKey={() => 0} errorComponent={() => instead} onCatch={reportError}>
        <Suspense fallback={instead}>
          <Part {...props} />
        </Suspense>
      </CatchBoundary>
    )
  }
}
