import type { QueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { undoable } from '../../../../platform/web/calls/undoable.ts'
import type { LeadRow } from '../../contract/record.ts'
import { statusLabel } from '../../rules.ts'
import { leadName } from '../rules/wording.ts'
import { holdStatus, sendStatus, showStatus } from './heldStatus.ts'

/** What is known of a lead whose status is set. */
export type LeadOfStatus = Pick<LeadRow, 'id' | 'first_name' | 'last_name' | 'status_value'>

export interface StatusChangeOptions {
  /** Whether it is held for a moment before it is sent, in which another choice takes its place. */
  isCorrectable?: boolean
  /** Fetches again what shows the status elsewhere, however it ended. */
  settle?: () => unknown
}

/** Sets the status of one lead: shown at once, put back when the server refuses, and undone from the snackbar. */
export async function setStatus(
  client: QueryClient,
  lead: LeadOfStatus,
  status_value: number,
  { isCorrectable = false, settle }: StatusChangeOptions = {},
): Promise<void> {
  const { id } = lead
  if (lead.status_value === status_value) return
  const name = leadName(lead)
  let was = lead.status_value
  const hold = () => {
    const held = holdStatus(client, { id, status_value: was }, status_value)
    was = held.was
    return held.sent
  }
  const sendNow = async () => {
    await sendStatus(client, id, status_value)
    return true
  }
  await undoable({
    show() {
      showStatus(client, id, status_value)
      return () => showStatus(client, id, was)
    },
    run: isCorrectable ? hold : sendNow,
    said: isSent => (isSent ? `${name} is now ${statusLabel(status_value)}.` : null),
    undo: () => sendStatus(client, id, was),
    failed: error => `${name} is still ${statusLabel(was)}. ${sentenceOf(error)}`,
    ...(settle && { settle }),
  })
}
