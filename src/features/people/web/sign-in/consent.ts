import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { isNativeApp } from '../../../../platform/web/device.ts'
import { confirm } from '../../../../platform/web/page/confirm.ts'
import { providers } from '../client/people.ts'
import { authorizingFailed, initializingFailed, NATIVE_NEEDS_BROWSER } from '../messages.ts'
import { mayEnter, session } from '../sessionStore.ts'
import { grantScopes, logoutBecause, signInNatively, signInWithToken } from './enter.ts'
import {
  askByRedirect,
  askInPopup,
  closeIdentityWindow,
  type IdentityAnswer,
  IdentityRefusedError,
  PopupBlockedError,
  type Purpose,
} from './identityWindow.ts'

/** "Continue with Google": signs in and, in the same window, asks for what is missing. */
export async function continueWithProvider(origin: string): Promise<void> {
  if (isNativeApp()) {
    await signInNatively()
    return askForScopes(origin)
  }
  session.began()
  try {
    const token = await askInPopup(await startUrl(), 'signin', origin)
    if (await signInWithToken(token)) await askForScopes(origin)
  } catch (error) {
    session.failed(sentenceOf(error))
  } finally {
    closeIdentityWindow()
  }
}

/** The whole page goes to the provider and comes back: a browser that allows no window is no dead end for signing in. */
export async function continueWithoutWindow(origin: string): Promise<void> {
  try {
    askByRedirect(await startUrl(), 'signin', origin)
  } catch (error) {
    session.failed(sentenceOf(error))
  }
}

let asking: Promise<void> | null = null

/** The consent that starts by itself after signing in without scopes. Any error logs the person out. */
export function askForScopes(origin: string): Promise<void> {
  asking ??= ask(origin).finally(() => {
    asking = null
    closeIdentityWindow()
  })
  return asking
}

async function ask(origin: string): Promise<void> {
  if (!session.read().authenticated || mayEnter(session.read())) return
  if (isNativeApp()) return logoutBecause(NATIVE_NEEDS_BROWSER)
  session.scopesAsked()
  try {
    const code = await askInPopup(await startUrl(), 'scopes', origin)
    await grantScopes(code)
  } catch (error) {
    const sentence = error instanceof PopupBlockedError ? error.message : consentSentence(error)
    session.scopesRefused(sentence)
    await logoutBecause(sentence)
  }
}

const consentSentence = (error: unknown) =>
  error instanceof StartError ? error.message : authorizingFailed(sentenceOf(error))

class StartError extends Error {}

/** Where the flow of the first provider starts. */
async function startUrl(): Promise<string> {
  try {
    const { providers: known } = await queryClient.ensureQueryData(providers())
    const [first] = known
    if (!first) throw new Error('no provider is configured')
    return first.start_url
  } catch (error) {
    throw new StartError(initializingFailed(sentenceOf(error)))
  }
}

/** Somebody is signed in already, in another window since or before: they decide whether that ends. */
async function mayReplaceSession(): Promise<boolean> {
  const { user } = session.read()
  if (!user) return true
  return confirm({
    title: 'Sign in again?',
    message: `You are signed in as ${user.firstName} ${user.lastName}. Sign in with the account you just chose instead?`,
  })
}

/** Goes on after the whole page went to the provider and came back. */
export async function finishRedirect(answer: IdentityAnswer & { purpose: Purpose }, origin: string): Promise<void> {
  if (answer.purpose === 'signin') {
    if (answer.refusal || !answer.credential) return session.failed(answer.refusal ?? '')
    if (!(await mayReplaceSession())) return
    if (await signInWithToken(answer.credential)) await askForScopes(origin)
    return
  }
  if (!session.read().authenticated) return
  try {
    if (answer.refusal || !answer.credential) throw new IdentityRefusedError(answer.refusal ?? '')
    await grantScopes(answer.credential)
  } catch (error) {
    const sentence = authorizingFailed(sentenceOf(error))
    session.scopesRefused(sentence)
    await logoutBecause(sentence)
  }
}
