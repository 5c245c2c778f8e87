import { shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { Campaign } from '../../contract/records.ts'

/** What the composer of a marketing e-mail holds. */
export interface OneOffDraft extends Record<string, unknown> {
  subject: string
  content: string
  template_id: number | null
  /** `now`, or on a day at a time where each lead is. */
  when: 'now' | 'day'
  send_on: string
  send_at: string
}

export const emptyOneOff: OneOffDraft = {
  subject: '',
  content: '',
  template_id: null,
  when: 'now',
  send_on: '',
  send_at: '09:00',
}

/** A kept draft; `null` for what is none. When it goes is chosen anew. */
export function parseOneOff(stored: unknown): OneOffDraft | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { subject, content, template_id } = stored as Partial<Record<keyof OneOffDraft, unknown>>
  if (typeof subject !== 'string' || typeof content !== 'string') return null
  return { ...emptyOneOff, subject, content, template_id: typeof template_id === 'number' ? template_id : null }
}

/** Whether there is enough to send. */
export const isWholeOneOff = ({ subject, content, when, send_on }: OneOffDraft): boolean =>
  subject.trim() !== '' && content.trim() !== '' && (when === 'now' || send_on !== '')

/** "Nov 30 at 9:00 AM, their time", or "at once". */
export function sendingTime({ send_on, steps }: Pick<Campaign, 'send_on' | 'steps'>, now: Date): string {
  if (send_on === null) return 'at once'
  const at = `${send_on}T${steps[0]?.execute_at ?? '09:00'}:00Z`
  return `${shortDay(at, now, 'UTC')} at ${timeOfDay(at, 'UTC')}, their time`
}

/** Where a one-off stands. */
type OneOffState = 'preparing' | 'waiting' | 'sent' | 'cancelled'

/** It is prepared while leads are missing who were chosen, and sent once none of them waits. */
export function oneOffState({
  chosen,
  left_out,
  queued,
  state,
  instance_counts: { all, archived },
}: Pick<Campaign, 'chosen' | 'left_out' | 'queued' | 'state' | 'instance_counts'>): OneOffState {
  if (state !== 'on') return 'cancelled'
  if (all + left_out < (chosen ?? 0)) return 'preparing'
  return all > archived || queued > 0 ? 'waiting' : 'sent'
}

export const oneOffStates: Readonly<Record<OneOffState, string>> = {
  preparing: 'Being prepared',
  waiting: 'Going out',
  sent: 'Sent',
  cancelled: 'Cancelled',
}
