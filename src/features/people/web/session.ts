import { useSyncExternalStore } from 'react'
import { type SessionState, session } from './sessionStore.ts'
import { logout, startSession } from './signIn.ts'

/** The session of this browser, with the way out of it. */
export interface Session extends SessionState {
  logout: () => Promise<void>
}

/** Who is signed in, kept up to date. The first screen that asks also starts reloading the stored user. */
export function useSession(): Session {
  const state = useSyncExternalStore(watch, session.read)
  return { ...state, logout }
}

function watch(watcher: () => void): () => void {
  startSession()
  return session.watch(watcher)
}
