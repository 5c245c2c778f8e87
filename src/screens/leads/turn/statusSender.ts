import type { QueryClient } from '@tanstack/react-query'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { statusLabel } from '../../../features/leads/rules.ts'
import {
  dropStatus,
  holdStatus,
  sendStatus,
  settleStatus,
  showStatus,
} from '../../../features/leads/web/client/heldStatus.ts'
import { refetchTimeline } from '../../../features/milestones/web/client.ts'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { firstNameOf } from './wording.ts'

/** A turn of the dial. */
export interface TurnedStatus {
  id: number
  name: string
  was: number
  status: number
}

interface SenderOptions {
  /** Statuses that are shown before the server has them; `null` once it does, or did not take it. */
  onShown(id: number, status: number | null): void
  onFailed(id: number, text: string): void
}

/**
 * Sends the statuses that turn mode sets, held for a moment as everywhere: correcting one, or undoing it in time, leaves
 * no trace on the timeline. Turning another lead ends the wait.
 */
export function statusSender(client: QueryClient, { onShown, onFailed }: SenderOptions) {
  let held: TurnedStatus | null = null
  const sent = new Map<number, Promise<unknown>>()

  const follow = async (step: TurnedStatus, sending: Promise<boolean>) => {
    try {
      if (!(await sending)) return
      await refetchTimeline(client, step.id)
    } catch (error) {
      onFailed(step.id, `${step.name} is still ${statusLabel(step.was)}. ${sentenceOf(error)}`)
    }
    if (held === step) held = null
    onShown(step.id, null)
  }
  const revert = async (step: TurnedStatus): Promise<void> => {
    await sent.get(step.id)
    showStatus(client, step.id, step.was)
    try {
      await sendStatus(client, step.id, step.was)
      await refetchTimeline(client, step.id)
    } catch (error) {
      notifyFailure(sentenceOf(error), () => void revert(step))
    }
    onShown(step.id, null)
  }
  return {
    /** Shows a status and holds it; `null` when that is what the lead has, or had before the correction. */
    turn(lead: LeadRow, status: number): TurnedStatus | null {
      const { id } = lead
      if (held?.id !== id) this.settle()
      const before = held ? held.was : lead.status_value
      if (status === before) {
        held = null
        dropStatus(client, id)
        onShown(id, null)
        return null
      }
      const holding = holdStatus(client, { id, status_value: before }, status)
      const step = { id, name: firstNameOf(lead), was: holding.was, status }
      held = step
      onShown(id, status)
      sent.set(id, follow(step, holding.sent))
      return step
    },
    /** Whether the last status of this lead can still be corrected. */
    holds: (id: number): boolean => held?.id === id,
    /** Sends what is held. */
    settle(): void {
      if (held) settleStatus(held.id)
      held = null
    },
    /** Puts the status back that was there before. */
    undo(step: TurnedStatus): void {
      if (held === step) held = null
      if (dropStatus(client, step.id)) onShown(step.id, null)
      else {
        onShown(step.id, step.was)
        void revert(step)
      }
    },
  }
}
