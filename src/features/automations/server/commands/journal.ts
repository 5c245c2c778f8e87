import type { Change } from '../../../../platform/server/context.ts'
import { insertEvents, type NewEvent } from '../queries/events.ts'
import { originOfChange } from './origin.ts'
import { wake } from './wake.ts'

/** Writes down what happened to leads, and has the workers look at it where an automation is on. */
export async function recordEvents(ctx: Change, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const written = await insertEvents(ctx, events, { origin: originOfChange(), waits: 'when_any_is_on' })
  if (written.some(({ is_pending }) => is_pending)) await wake(ctx)
}
