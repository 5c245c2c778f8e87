import { APP_VERSION } from '../wire/envelope.ts'
import { createSignal } from './signal.ts'
import { storage } from './storage.ts'

/** Where the browser remembers that a newer version is out. */
export const VERSION_KEY = 'version-update-needed'
export const NEW_VERSION = 'A new version is available! Your page will be reloaded soon!'

/** Tells, once a page, that the server runs a newer version. */
export const newerVersion = createSignal<string>()
let notifiedVersion: string | null = null

/** Whether `server` is a later version than `app`; both are dotted numbers. */
export function isNewer(server: string, app: string): boolean {
  const numbers = (version: string) => version.split('.').map(part => Number.parseInt(part, 10) || 0)
  const [theirs, ours] = [numbers(server), numbers(app)]
  for (let index = 0; index < Math.max(theirs.length, ours.length); index += 1) {
    const difference = (theirs[index] ?? 0) - (ours[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** Reads the version header of an answer. */
export function recordServerVersion(server: string | null): void {
  if (!server || !isNewer(server, APP_VERSION) || notifiedVersion === server) return
  notifiedVersion = server
  storage.write(VERSION_KEY, server)
  newerVersion.emit(server)
}

/** The newer version that was seen, if the page has not been reloaded since. */
export const versionWaiting = (): string | null => notifiedVersion
