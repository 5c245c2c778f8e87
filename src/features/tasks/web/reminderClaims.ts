import { z } from 'zod'
import { storage } from '../../../platform/web/storage.ts'
import type { TaskOfLead } from '../contract.ts'

const KEY = 'reminded-of'
/** Longer ago than the server still tells of. */
const CLAIM_MS = 60 * 60_000
/** A window that nobody sees leaves it to one that is seen for so long. */
const HIDDEN_WAITS_MS = 1500

const Claims = z.record(z.string(), z.number())

const read = (): Record<string, number> => Claims.safeParse(storage.read(KEY)).data ?? {}

function claim(name: string, now: number): boolean {
  const known = Object.fromEntries(Object.entries(read()).filter(([, at]) => now - at < CLAIM_MS))
  if (known[name] !== undefined) return false
  storage.write(KEY, { ...known, [name]: now })
  return true
}

/**
 * Whether this window is the one that reminds of a task: of several windows only one does, the one that is seen first, and
 * none a second time after a reload. A task that got another time is reminded of anew.
 */
export async function claimReminder(
  { id, scheduled_at, reminder_minutes }: Pick<TaskOfLead, 'id' | 'scheduled_at' | 'reminder_minutes'>,
  wait = (ms: number) => new Promise<void>(resolve => void setTimeout(resolve, ms)),
): Promise<boolean> {
  if (document.hidden) await wait(HIDDEN_WAITS_MS)
  const name = `${id} ${scheduled_at} ${reminder_minutes}`
  // Without locks two windows that are seen at once may both remind.
  if (!navigator.locks) return claim(name, Date.now())
  return navigator.locks.request('keyturn-reminders', () => claim(name, Date.now()))
}
