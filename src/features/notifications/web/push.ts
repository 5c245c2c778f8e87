import { isNativeApp } from '../../../platform/web/device.ts'
import { registerDevice } from './client.ts'

/** Whether this browser can show notifications, and whether it may. */
export type PushState = 'on' | 'off' | 'blocked' | 'install' | 'unsupported'

const isIos = () => /iPhone|iPad/.test(navigator.userAgent)
const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** On iPhones only pages on the home screen may ask. */
export function supportOf(): Exclude<PushState, 'on' | 'off'> | null {
  if (isNativeApp()) return 'unsupported'
  if (isIos() && !isInstalled()) return 'install'
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

/** The subscription of this browser; `null` without one, or where no service worker runs. */
async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** How it stands with this browser. */
export async function pushState(): Promise<PushState> {
  const against = supportOf()
  if (against) return against
  return Notification.permission === 'granted' && (await ownSubscription()) ? 'on' : 'off'
}

/** Asks the person, subscribes with the key of this installation, and registers the browser. Must follow a press. */
export async function turnPushOn(publicKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const registration = await navigator.serviceWorker.ready
  await subscribe(registration, publicKey)
  return 'on'
}

async function subscribe(registration: ServiceWorkerRegistration, publicKey: string): Promise<void> {
  const known = await registration.pushManager.getSubscription()
  // A subscription for another key, of before the keys were replaced, gets nothing from this one.
  const isOurs = known && keyOf(known) === publicKey.replace(/=+$/, '')
  if (known && !isOurs) await known.unsubscribe()
  const subscription =
    known && isOurs
      ? known
      : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await registerDevice(subscription)
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * Registers the browser again at each visit, where the person allowed it before: browsers change subscriptions without a word, and another
 * person may have signed in.
 */
export async function renewPush(publicKey: string): Promise<void> {
  if ((await pushState()) !== 'on') return
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration) await subscribe(registration, publicKey)
}

/** Takes the permission of this browser back. */
export async function turnPushOff(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
}
