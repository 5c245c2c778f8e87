import { ApiError, sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../../platform/web/calls/call.ts'
import { isNativeApp } from '../../../../platform/web/device.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { type SignedInAnswer, sessionCalls } from '../../contract/people.ts'
import { POSSESSION_FAILED } from '../messages.ts'
import { session } from '../sessionStore.ts'
import { accept, endSession, entered, RELOAD_FAILED } from '../signIn.ts'
import { askNativeApp, platformName } from './native.ts'

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

/** Ends the session after a failed consent; the sentence shows under the sign-in button. */
export async function logoutBecause(sentence: string): Promise<void> {
  await call(sessionCalls.logout).catch(() => undefined)
  await endSession(sentence)
}
