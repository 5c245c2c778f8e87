import { confirm } from '../../platform/web/confirm.ts'
import { draftCount } from '../../platform/web/drafts.ts'

export const LOGOUT_QUESTION = 'Are you sure you would like to logout?'

/** Asks, warning of unsent drafts, and signs out when the answer is yes. */
export async function askToLogout(logout: () => unknown): Promise<void> {
  const drafts = draftCount()
  const unsent =
    drafts === 0 ? '' : ` ${drafts === 1 ? 'One unsent draft' : `${drafts} unsent drafts`} will be removed.`
  if (await confirm({ title: 'Logout', message: `${LOGOUT_QUESTION}${unsent}` })) await logout()
}
