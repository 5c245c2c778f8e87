import { count } from '../../../../platform/web/text.ts'
import { fullTime } from '../../../../platform/web/time/time.ts'
import type { SendingPause } from '../../contract.ts'

/** Why nothing goes out, and since when. */
export function pauseSentence({ reason, backup_at, paused_at, paused_by }: SendingPause): string {
  if (reason === 'by_hand') return `${paused_by ?? 'An administrator'} paused sending on ${fullTime(paused_at)}.`
  if (reason === 'moved')
    return `Sending was paused automatically on ${fullTime(paused_at)}: the data was started in a different place than before, so this may be a copy.`
  const made = backup_at ? `, made on ${fullTime(backup_at)}` : ''
  return `Sending was paused automatically on ${fullTime(paused_at)}: the data was restored from a backup${made}.`
}

/** "1 message", "2,400 messages". */
export const messageCount = (messages: number): string =>
  `${count(messages)} ${messages === 1 ? 'message' : 'messages'}`

/** "1 lead", "12 colleagues". */
export const peopleCount = (people: number, recipients: 'leads' | 'colleagues'): string =>
  `${count(people)} ${people === 1 ? recipients.slice(0, -1) : recipients}`
