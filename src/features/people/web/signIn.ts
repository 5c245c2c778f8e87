import { ApiError, SESSION_EXPIRED, SessionEndedError, sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { maintenanceStarted, sessionEnded } from '../../../platform/web/calls/credentials.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { isNativeApp } from '../../../platform/web/device.ts'
import { listenLive } from '../../../platform/web/live/live.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { type AuthenticatedUser, type SignedInAnswer, sessionCalls } from '../contract/people.ts'
import { session } from './sessionStore.ts'

/** The features that are asked for on entry; the shell opens and closes their pages by the answers. */
export const CHECKED_FEATURES = ['my-leads', 'claim_leads', 'access_listings', 'happy_hour'] as const

/** Said when the user could not be fetched again (specification §8); the other sentences come with the sign-in page. */
export const RELOAD_FAILED = 'Failed to refresh your user data'

let started = false

/** Reloads the stored user and listens for the end of the session; does so once a page. */
export function startSession(): void {
  if (started) return
  started = true
  sessionEnded.listen(() => {
    if (session.read().authenticated) void endSession(SESSION_EXPIRED)
  })
  maintenanceStarted.listen(() => void logoutForMaintenance())
  if (session.read().authenticated) {
    void reloadUser()
    entered()
  }
}

/** Fetches the user again: rights, counts and transfers may have changed. */
export async function reloadUser(): Promise<void> {
  const { user } = session.read()
  try {
    const answer = await call(sessionCalls.reload)
    // Whoever has left meanwhile, or acts as somebody else, does not come back by what was on its way.
    if (isStill(user)) await accept(answer)
  } catch (error) {
    // Offline, the app goes on with what it last knew.
    const isSilent = error instanceof SessionEndedError || (error instanceof ApiError && error.code === 'offline')
    if (!isSilent && session.read().authenticated) notifyFailure(RELOAD_FAILED)
  }
}

const isStill = (before: AuthenticatedUser | null): boolean => {
  const { user } = session.read()
  return user?.id === before?.id && user?.token === before?.token
}

/** Takes on the user of an answer. Whatever this browser holds that was seen through other eyes goes first. */
export async function accept({ user, google_scopes }: SignedInAnswer): Promise<void> {
  const known = session.read().user
  const isSame = known?.id === user.id && known.possessed_by?.id === user.possessed_by?.id
  if (known && !isSame) queryClient.clear()
  if (!isSame) await onKnownData(({ purgeCachedAnswers }) => purgeCachedAnswers())
  session.succeeded({ ...user, google_scopes })
}

/** Signs out here without being asked to: what was read goes, so that the next person at this computer cannot read it. */
export async function endSession(sentence: string | null): Promise<void> {
  queryClient.clear()
  session.ended(sentence)
  await onKnownData(({ purgeReadData }) => purgeReadData())
}

/** The first screen does without this module. A browser that refuses its storage keeps nobody from coming or going. */
const onKnownData = async (
  work: (module: typeof import('../../../platform/web/offline/offlineCache.ts')) => Promise<void>,
) => work(await import('../../../platform/web/offline/offlineCache.ts')).catch(() => undefined)

/** What happens whenever somebody comes in: feature checks, and in the native app the push service gets to know whose device it is. */
export function entered(): void {
  const { user } = session.read()
  if (!user) return
  for (const name of CHECKED_FEATURES) void checkFeature(name)
  if (!isNativeApp()) return
  const registered = import('./sign-in/native.ts').then(({ registerPushToken }) => registerPushToken(user.id))
  registered.catch((error: unknown) => notifyFailure(sentenceOf(error)))
}

async function checkFeature(name: string): Promise<void> {
  const answer = await call(sessionCalls.feature, { name }).catch(() => null)
  if (answer) session.featureAnswered(name, answer)
}

/**
 * Leaves (the shell has asked, and warned of what is unsent): tells the server, removes the stored user and what was
 * cached, and loads the sign-in page anew. The page that was open is nothing to the next person at this computer.
 */
export async function logout(): Promise<void> {
  await call(sessionCalls.logout, {}, { keepalive: true }).catch(() => undefined)
  const { purgeEverything } = await import('../../../platform/web/offline/offlineCache.ts')
  await purgeEverything()
  session.left()
  location.replace('/login')
}

let leaving: Promise<void> | null = null

/**
 * Maintenance went live: signed out without reloading, drafts stay for afterwards. Administrators stay. Every call that is
 * refused meanwhile says so again: only the first signs out, as the others would be told that the session is over.
 */
export function logoutForMaintenance(): Promise<void> {
  leaving ??= leaveForMaintenance().finally(() => {
    leaving = null
  })
  return leaving
}

async function leaveForMaintenance(): Promise<void> {
  if (!session.read().authenticated) return
  await call(sessionCalls.maintenanceLogout).catch(() => undefined)
  // The sign-in page says why, and until when; a sentence of its own would outlast the maintenance.
  await endSession(null)
}

/** Keeps the signed-in user true while rights, teams, features and possession change elsewhere. */
export function followOwnRights(): () => void {
  return listenLive('people', ids => {
    const { user } = session.read()
    if (!user) return
    const isOwn = ids.length === 0 || ids.includes(user.id) || ids.includes(user.possessed_by?.id ?? 0)
    if (isOwn) void reloadUser()
  })
}
