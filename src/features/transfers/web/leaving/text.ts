import { count } from '../../../../platform/web/text.ts'
import type { LeavingPerson } from '../../contract.ts'

/** One line of what happens when somebody leaves: what, how many, and where it goes. */
export interface LeavingLine {
  id: string
  label: string
  count: number
  goes: string
}

/** What goes where, without what there is none of; the leads always stand first. */
export function leavingLines(work: LeavingPerson, { closes }: { closes: boolean }): LeavingLine[] {
  const line = (id: string, label: string, number: number, goes: string): LeavingLine[] =>
    number > 0 ? [{ id, label, count: number, goes }] : []
  return [
    { id: 'leads', label: 'Leads', count: work.leads, goes: work.leads > 0 ? 'to colleagues' : 'nothing to hand over' },
    ...line('tasks', 'Open tasks', work.open_tasks, 'with their leads'),
    ...line('showings', 'Coming showings', work.showings, 'with their leads'),
    ...line('alerts', 'Alerts', work.alerts, 'with their leads'),
    ...line('received', 'Transfers to answer', work.received_transfers, 'back to their senders'),
    ...line('sent', 'Transfers sent', work.sent_transfers, 'cancelled'),
    ...(closes ? line('sessions', 'Signed-in devices', work.sessions, 'signed out') : []),
  ]
}

/** How many leads each of several colleagues gets: the first ones get one more where it does not come out even. */
export const sharesOf = (leads: number, colleagues: number): number[] =>
  Array.from({ length: colleagues }, (_, at) => Math.floor(leads / colleagues) + (at < leads % colleagues ? 1 : 0))

/** What is said once everything has gone. */
export function handedOverText(name: string, changed: number, closes: boolean): string {
  const moved = changed === 0 ? '' : `${count(changed)} ${changed === 1 ? 'lead' : 'leads'} of ${name} handed over.`
  const closed = closes ? `The account${moved ? '' : ` of ${name}`} is closed.` : ''
  return [moved, closed].filter(part => part !== '').join(' ')
}
