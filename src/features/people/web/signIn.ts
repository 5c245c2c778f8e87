import { ApiError, SESSION_EXPIRED, SessionEndedError, sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { maintenanceStarted, sessionEnded } from '../../../platform/web/calls/credentials.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { listenLive } from '../../../platform/web/live/live.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { type SignedInAnswer, sessionCalls } from '../contract/people.ts'
import { POSSESSION_FAILED, RELOAD_FAILED } from './messages.ts'
import { session } from './sessionStore.ts'
import { askNativeApp, isNativeApp, platformName, registerPushToken } from './sign-in/native.ts'

/** The features that are asked for on entry; the shell opens and closes their pages by the answers. */
export const CHECKED_FEATURES = ['my-leads', 'claim_leads', 'access_listings', 'happy_hour'] as const

let started = false

/** Reloads the stored user and listens for the end of the session; does so once a page. */
export function startSession(): void {
  if (started) return
  started = true
  sessionEnded.listen(() => {
    if (session.read().authenticated) void endSession(SESSION_EXPIRED)
  })
  maintenanceStarted.listen(error => void logoutForMaintenance(error))
  if (session.read().authenticated) {
    void reloadUser()
    entered()
  }
}

/** Fetches the user again: rights, counts and transfers may have changed. */
export async function reloadUser(): Promise<void> {
  try {
    await accept(await call(sessionCalls.reload))
  } catch (error) {
    // Offline, the app goes on with what it last knew.
    const isSilent = error instanceof SessionEndedError || (error instanceof ApiError && error.code === 'offline')
    if (!isSilent && session.read().authenticated) notifyFailure(RELOAD_FAILED)
  }
}

/** Signs in with the token that the identity provider's window gave. */
export const signInWithToken = (token: string): Promise<boolean> =>
  signIn(() => call(sessionCalls.login, { token, platform: platformName(), isCrmMobileApp: isNativeApp() }))

/** Signs in with e-mail and password; demo and development only. */
export const signInManually = (email: string, password: string): Promise<boolean> =>
  signIn(() => call(sessionCalls.loginManually, { email, password }))

/** Signs in through the native app's own window. */
export const signInNatively = (): Promise<boolean> =>
  signIn(async () => {
    const token = await askNativeApp()
    return call(sessionCalls.login, { token, platform: platformName(), isCrmMobileApp: true })
  })

async function signIn(ask: () => Promise<SignedInAnswer>): Promise<boolean> {
  session.began()
  try {
    await accept(await ask())
    entered()
    return true
  } catch (error) {
    session.failed(sentenceOf(error))
    return false
  }
}

/** Takes on the user of an answer. Whatever this browser holds that was seen through other eyes goes first. */
async function accept({ user, google_scopes }: SignedInAnswer): Promise<void> {
  const known = session.read().user
  const isSame = known?.id === user.id && known.possessed_by?.id === user.possessed_by?.id
  if (known && !isSame) queryClient.clear()
  if (!isSame) await onKnownData(({ purgeCachedAnswers }) => purgeCachedAnswers())
  session.succeeded({ ...user, google_scopes })
}

/** Signs out here without being asked to: what was read goes, so that the next person at this computer cannot read it. */
async function endSession(sentence: string | null): Promise<void> {
  queryClient.clear()
  session.ended(sentence)
  await onKnownData(({ purgeReadData }) => purgeReadData())
}

/** The first screen does without this module. A browser that refuses its storage keeps nobody from coming or going. */
const onKnownData = async (
  work: (module: typeof import('../../../platform/web/offline/offlineCache.ts')) => Promise<void>,
) => work(await import('../../../platform/web/offline/offlineCache.ts')).catch(() => undefined)

/** What happens whenever somebody comes in: feature checks, and the push service is told. */
function entered(): void {
  const { user } = session.read()
  if (!user) return
  for (const name of CHECKED_FEATURES) void checkFeature(name)
  void registerPushToken(user.id).catch((error: unknown) => notifyFailure(sentenceOf(error)))
}

async function checkFeature(name: string): Promise<void> {
  const answer = await call(sessionCalls.feature, { name }).catch(() => null)
  if (answer) session.featureAnswered(name, answer)
}

/** Opens the product as another person. */
export const possess = (userId: number): Promise<boolean> =>
  swap(() => call(sessionCalls.possess, { user_id: userId }), POSSESSION_FAILED)

/** Back to the administrator's own account. */
export const leavePossession = (): Promise<boolean> => swap(() => call(sessionCalls.leavePossession), RELOAD_FAILED)

async function swap(ask: () => Promise<SignedInAnswer>, failure: string): Promise<boolean> {
  session.began()
  try {
    await accept(await ask())
    entered()
    return true
  } catch (error) {
    session.settled()
    notifyFailure(error instanceof ApiError && error.code === 'forbidden' ? error.message : failure)
    return false
  }
}

/** Hands the code of the consent window to the server. A failure is kept and logs the person out. */
export async function grantScopes(code: string): Promise<void> {
  session.scopesAsked()
  const { google_scopes } = await call(sessionCalls.grantScopes, { code })
  session.scopesGranted(google_scopes)
}

/**
 * Leaves (the shell has asked, and warned of what is unsent): tells the server, removes the stored user and what was
 * cached, and loads the sign-in page anew. The page that was open is nothing to the next person at this computer.
 */
export async function logout(): Promise<void> {
  await call(sessionCalls.logout, {}, { keepalive: true }).catch(() => undefined)
  const { purgeEverything } = await import('../../../platform/web/offline/offlineCache.ts')
  await purgeEverything()
  session.ended()
  location.replace('/login')
}

/** Ends the session after a failed consent; the sentence shows under the sign-in button. */
export async function logoutBecause(sentence: string): Promise<void> {
  await call(sessionCalls.logout).catch(() => undefined)
  await endSession(sentence)
}

/** Maintenance went live: signed out without reloading, drafts stay for afterwards. Administrators stay. */
export async function logoutForMaintenance(error?: ApiError): Promise<void> {
  if (!session.read().authenticated) return
  await call(sessionCalls.maintenanceLogout).catch(() => undefined)
  await endSession(error?.message ?? null)
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
