import type { QueryClient } from '@tanstack/react-query'
import type { LeadRow } from '../../contract/record.ts'
import { patchLeads } from './leadCache.ts'
import { changeStatus, leadQuery } from './leads.ts'
import { endWait, isStillMeant } from './statusDelay.ts'

/** The statuses that leads had before a choice that was not sent yet, by lead. */
const unsent = new Map<number, number>()

/** A status that is shown, and sent a moment later. */
export interface HeldStatus {
  /** What the lead had before: what was chosen a moment ago and is now corrected was never its status. */
  was: number
  /**
   * Whether it was sent: not when another choice took its place, it was taken back, or the lead had it all along. Rejects
   * when the server refused; the status from before is shown again by then.
   */
  sent: Promise<boolean>
}

/** Shows a status wherever the lead is shown. */
export const showStatus = (client: QueryClient, id: number, status_value: number): void =>
  patchLeads(client, new Map([[id, { status_value }]]))

/** Sends a status at once, and shows what the server made of it. `delay` says that it was held before. */
export async function sendStatus(client: QueryClient, id: number, status: number, delay = false): Promise<void> {
  const { lead } = await changeStatus(id, status, delay ? { delay } : undefined)
  client.setQueryData(leadQuery(id).queryKey, lead)
  patchLeads(client, new Map([[id, { status_value: lead.status_value, version: lead.version }]]))
}

/** Shows a status and holds it for a moment, in which another choice takes its place and `dropStatus` takes it back. */
export function holdStatus(
  client: QueryClient,
  { id, status_value }: Pick<LeadRow, 'id' | 'status_value'>,
  status: number,
): HeldStatus {
  const was = unsent.get(id) ?? status_value
  unsent.set(id, was)
  // An answer that is on its way would show the old status again.
  void client.cancelQueries({ queryKey: leadQuery(id).queryKey })
  showStatus(client, id, status)
  const send = async () => {
    if (!(await isStillMeant(id))) return false
    unsent.delete(id)
    if (status === was) return false
    try {
      await sendStatus(client, id, status, true)
    } catch (error) {
      showStatus(client, id, was)
      throw error
    }
    return true
  }
  return { was, sent: send() }
}

/** Sends what is held of a lead now. */
export const settleStatus = (id: number): void => void endWait(id, true)

/** Takes back what is held of a lead, as if it had never been chosen; answers whether something was. */
export function dropStatus(client: QueryClient, id: number): boolean {
  const was = unsent.get(id)
  if (was === undefined || !endWait(id, false)) return false
  unsent.delete(id)
  showStatus(client, id, was)
  return true
}
