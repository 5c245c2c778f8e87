import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { undoable } from '../../../../platform/web/calls/undoable.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { fullName } from '../../../leads/rules.ts'
import { snoozeCalls } from '../../contract.ts'
import { isSnoozed, SNOOZE_FAILED, snoozedSentence, snoozeUntilText } from '../../rules.ts'
import type { SnoozeAsked } from './open.ts'

type SnoozedLead = SnoozeAsked['lead']

const nameOf = (lead: SnoozedLead): string => fullName(lead) || 'No name'

/** Takes a snooze back: the lead is awake again, or sleeps as long as before. */
async function takeBack(lead: SnoozedLead): Promise<void> {
  const { id, snoozed_until } = lead
  if (snoozed_until !== null && isSnoozed(snoozed_until, new Date()))
    await call(snoozeCalls.store, { id, snooze_until: snoozeUntilText(new Date(snoozed_until)) })
  else await call(snoozeCalls.wake, { id })
}

/** What was asked for is done: said with Undo, unless whoever asked says it themselves. */
export function confirmSnooze({ lead, settle, onSnoozed }: SnoozeAsked, until: Date, zone: string): void {
  void settle?.()
  if (onSnoozed) {
    onSnoozed({ until, undo: () => takeBack(lead) })
    return
  }
  const undo = async () => {
    await takeBack(lead).catch(error => notifyFailure(serverSentence(error, SNOOZE_FAILED)))
    await settle?.()
  }
  notify(snoozedSentence(nameOf(lead), until, zone), { action: { label: 'Undo', run: () => void undo() } })
}

/** Wakes a lead before the time. */
export const wakeLead = (lead: SnoozedLead) =>
  undoable({
    run: () => call(snoozeCalls.wake, { id: lead.id }),
    said: `${nameOf(lead)} is awake.`,
    undo: () => takeBack(lead),
  })
