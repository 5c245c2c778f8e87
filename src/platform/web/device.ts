/** What the browser says about itself. */
export interface Device {
  userAgent: string
  touchPoints: number
}

const current = (): Device => ({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })

/** Whether the page runs inside the native app. */
export const isNativeApp = ({ userAgent }: Device = current()): boolean => /gonative|median/i.test(userAgent)

/** Whether the browser is Safari on an iPad, which calls itself a Macintosh with a touch screen. */
export const isIpadSafari = ({ userAgent, touchPoints }: Device = current()): boolean =>
  (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) &&
  /Safari/.test(userAgent) &&
  !/CriOS|FxiOS|EdgiOS/.test(userAgent)

/** The store that has the app for this device; `null` on computers. */
export function appStore({ userAgent, touchPoints }: Device = current()): 'ios' | 'android' | null {
  if (/Android/.test(userAgent)) return 'android'
  if (/iPhone|iPod|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios'
  return null
}

/** Whether to tell this browser about the app. */
export const wantsPromotion = (device: Device = current()): boolean =>
  appStore(device) !== null && !isNativeApp(device) && !isIpadSafari(device)
