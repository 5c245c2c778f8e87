import { confirm } from '../../platform/web/confirm.ts'

export const LOGOUT_QUESTION = 'Are you sure you would like to logout?'

/** Asks, and signs out when the answer is yes. */
export async function askToLogout(logout: () => unknown): Promise<void> {
  if (await confirm({ title: 'Logout', message: LOGOUT_QUESTION })) await logout()
}
