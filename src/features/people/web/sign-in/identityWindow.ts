import { grantRefusal, POPUP_BLOCKED } from '../messages.ts'

/** What is asked of the identity provider: who somebody is, or access to their mail and calendar. */
export type Purpose = 'signin' | 'scopes'

/** What came back: a one-time token to sign in with, or a code that grants scopes. */
export interface IdentityAnswer {
  credential: string | null
  /** The page to return to, when the whole page went away for it. */
  origin: string | null
  /** Why nothing was granted. */
  refusal: string | null
}

/** The person's browser would not open the window, or they closed it. */
export class PopupBlockedError extends Error {
  constructor() {
    super(POPUP_BLOCKED)
    this.name = 'PopupBlockedError'
  }
}

/** The provider refused, or the person did. */
export class IdentityRefusedError extends Error {
  constructor(refusal: string) {
    super(refusal)
    this.name = 'IdentityRefusedError'
  }
}

const WIDTH = 500
const HEIGHT = 640
const POLL_MS = 300

/** The address that begins the flow. */
export function startAddress(startUrl: string, purpose: Purpose, mode: 'popup' | 'redirect', origin: string): string {
  const address = new URL(startUrl, location.href)
  address.searchParams.set('mode', mode)
  address.searchParams.set('purpose', purpose)
  address.searchParams.set('origin', origin)
  return address.href
}

let current: Window | null = null

/** Closes the provider's window, once nothing more will be asked in it. */
export function closeIdentityWindow(): void {
  current?.close()
  current = null
}

/**
 * Asks in a small window and waits for the answer. The window of the sign-in is used again for the consent that may
 * follow: browsers only let a press open a new one.
 */
export function askInPopup(startUrl: string, purpose: Purpose, origin: string): Promise<string> {
  const address = startAddress(startUrl, purpose, 'popup', origin)
  if (current && !current.closed) current.location.assign(address)
  else current = openWindow(address)
  return current ? answerOf(current) : Promise.reject(new PopupBlockedError())
}

function openWindow(address: string): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2)
  return window.open(address, 'keyturn-identity', `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
}

function answerOf(opened: Window): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearInterval(timer)
      removeEventListener('message', onMessage)
      finish()
    }
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin) return
      const answer = readAnswer(event.data)
      if (answer?.credential) settle(() => resolve(answer.credential ?? ''))
      else if (answer?.refusal) settle(() => reject(new IdentityRefusedError(answer.refusal ?? '')))
    }
    // Nothing tells that a window was closed; looking is the only way. The answer may be in flight: look twice.
    let seenClosed = false
    const timer = setInterval(() => {
      if (!opened.closed) return
      if (seenClosed) settle(() => reject(new PopupBlockedError()))
      seenClosed = true
    }, POLL_MS)
    addEventListener('message', onMessage)
  })
}

/** Sends the whole page to the provider; it comes back to /login with the answer in its address. */
export function askByRedirect(startUrl: string, purpose: Purpose, origin: string): void {
  location.assign(startAddress(startUrl, purpose, 'redirect', origin))
}

/** Reads what the callback says, as a message of the popup or as parameters of an address. */
export function readAnswer(said: unknown): IdentityAnswer | null {
  if (typeof said !== 'object' || said === null) return null
  const text = (name: string) => {
    const value = (said as Record<string, unknown>)[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const credential = text('token') ?? text('code')
  const error = text('error')
  if (!credential && !error) return null
  const refusal = error ? grantRefusal(text('message') ?? text('error_description'), error) : null
  return { credential: refusal ? null : credential, origin: text('origin'), refusal }
}

/** The answer in this page's address after a redirect; taken out of the address, so that it is not used twice. */
export function claimRedirectAnswer(): (IdentityAnswer & { purpose: Purpose }) | null {
  const parameters = new URLSearchParams(location.hash.slice(1) || location.search)
  const said = Object.fromEntries(parameters)
  const answer = readAnswer(said)
  if (!answer) return null
  history.replaceState(history.state, '', location.pathname)
  const purpose = said.purpose === 'scopes' || (said.code && !said.token) ? 'scopes' : 'signin'
  return { ...answer, purpose }
}
