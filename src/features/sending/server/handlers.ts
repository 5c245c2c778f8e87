import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { sendingCalls } from '../contract.ts'
import { pauseSending, resumeSending, sendingState, undoDiscard } from './commands.ts'

export const sendingHandlers: Handlers<typeof sendingCalls> = {
  state: ctx => sendingState(ctx),
  pause: ctx => pauseSending(ctx),
  resume: (ctx, { discard = false }) => resumeSending(ctx, discard),
  undoDiscard: (ctx, { pause_id }) => undoDiscard(ctx, pause_id),
}
