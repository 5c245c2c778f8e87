import { AsyncLocalStorage } from 'node:async_hooks'
import type { Origin } from '../queries/events.ts'

const current = new AsyncLocalStorage<Origin>()

/** Does the work of a step; whatever it brings about carries the run and its generation. */
export const asStepOf = <Result>(origin: Origin, work: () => Promise<Result>): Promise<Result> =>
  current.run(origin, work)

/** The run whose step is at work; `null` when a person or something else is. */
export const originOfChange = (): Origin | null => current.getStore() ?? null
