import { confirm } from '../../platform/web/page/confirm.ts'

export const LOGOUT_QUESTION = 'Are you sure you would like to logout?'

const unsentSentence = (count: number): string =>
  count === 1
    ? ' 1 entry has not reached the server yet and would be lost.'
    : ` ${count} entries have not reached the server yet and would be lost.`

/** Asks, warning of what was not sent yet, and signs out when the answer is yes. */
export async function askToLogout(logout: () => unknown): Promise<void> {
  // Fetched by every page after its first paint, so that this never waits for a network.
  const { clearOfflineQueue, queuedCount } = await import('../../platform/web/offline/offlineQueue.ts')
  const unsent = queuedCount()
  const message = unsent === 0 ? LOGOUT_QUESTION : LOGOUT_QUESTION + unsentSentence(unsent)
  if (!(await confirm({ title: 'Logout', message }))) return
  clearOfflineQueue()
  await logout()
}
