import { call } from '../../../platform/web/calls/call.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { leadCalls } from '../contract/leads.ts'
import type { LeadRow } from '../contract/record.ts'
import { leadName } from './rules/wording.ts'

const CONSEQUENCE =
  'The links in all e-mails that were sent to this lead so far stop working for good: homes, showings, preferences and unsubscribe. E-mails that are sent from now on carry new links.'

/** Asks whether the links in the e-mails to a lead are to end, and ends them. */
export async function recallLinks(lead: Pick<LeadRow, 'id' | 'first_name' | 'last_name'>): Promise<void> {
  const title = 'Recall links in e-mails?'
  if (!(await confirm({ title, message: CONSEQUENCE, destructive: true }))) return
  await undoable({
    run: () => call(leadCalls.recallLinks, { id: lead.id }),
    said: `The links in earlier e-mails to ${leadName(lead)} no longer work.`,
  })
}
