import { isNativeApp } from '../../../../platform/web/device.ts'
import { NO_NATIVE_API, NO_NATIVE_TOKEN, NO_PUSH_USER } from '../messages.ts'

/** What the native app puts into the page: GoNative's interface, today called Median. */
interface NativeApi {
  socialLogin?: { google?: { login?: (options: { callback: (answer: unknown) => void; scope?: string }) => void } }
  onesignal?: { externalUserId?: { set?: (options: { externalId: string }) => unknown } }
}

const api = (): NativeApi | null => {
  const { median, gonative } = globalThis as typeof globalThis & { median?: NativeApi; gonative?: NativeApi }
  return median ?? gonative ?? null
}

/** The platform that the server is told. */
export function platformName(): string {
  if (!isNativeApp()) return 'web'
  return /android/i.test(navigator.userAgent) ? 'android' : 'ios'
}

/** Signs in through the app's own Google sign-in. Resolves to the identity token. */
export function askNativeApp(): Promise<string> {
  const login = api()?.socialLogin?.google?.login
  if (!login) return Promise.reject(new Error(NO_NATIVE_API))
  return new Promise((resolve, reject) => {
    login({
      callback(answer) {
        const said = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
        const token = said.idToken ?? said.token
        if (typeof token === 'string' && token !== '') resolve(token)
        else reject(new Error(NO_NATIVE_TOKEN))
      },
    })
  })
}

/** Tells the push service who uses this device. Outside the app there is nobody to tell. */
export async function registerPushToken(userId: number): Promise<void> {
  if (!isNativeApp()) return
  try {
    const set = api()?.onesignal?.externalUserId?.set
    if (!set) throw new Error(NO_PUSH_USER)
    await set({ externalId: String(userId) })
  } catch (error) {
    throw new Error(NO_PUSH_USER, { cause: error })
  }
}
