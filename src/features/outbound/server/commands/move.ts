import type { Change } from '../../../../platform/server/context.ts'
import { countTemplateSent } from '../../../templates/server/commands/uses.ts'
import type { SendingState } from '../../contract.ts'
import { type EndedSendings, sendingsEnded } from '../../events.ts'
import { type SendingStep, type StoredSending, writeStep } from '../queries/sendings.ts'
import { publishSending } from './publish.ts'

/** What "delivered" tells of a message that was not known to be sent is that it was. */
const ends: Partial<Record<SendingState, EndedSendings['state']>> = {
  sent: 'sent',
  delivered: 'sent',
  failed: 'failed',
  refused: 'refused',
  cancelled: 'cancelled',
}

/** Writes the next step of a sending that the caller has locked, shows it, and says so where it came to an end with it. */
export async function move(ctx: Change, sending: StoredSending, next: SendingStep): Promise<void> {
  await writeStep(ctx, sending.id, next)
  publishSending(ctx, sending)
  const state = ends[next.state]
  if (!state || state === ends[sending.state]) return
  const { id, cause, channel, lead_id, template_id, user_id } = sending
  if (template_id !== null && user_id !== null) {
    // What came back is taken off again.
    const sent = state === 'sent' ? 1 : ends[sending.state] === 'sent' ? -1 : 0
    await countTemplateSent(ctx, template_id, { user_id, sent })
  }
  await sendingsEnded.emit(ctx, { state, reason: next.reason ?? null, sendings: [{ id, cause, channel, lead_id }] })
}
