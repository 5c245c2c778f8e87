import { holdPresses } from '../../../platform/web/page/presses/heldPresses.ts'

/** Presses on numbers wait until this browser can call, or it is known that the device does. */
export const earlyCalls = holdPresses({
  links: 'a[data-call-lead][href^="tel:"]',
  waiting: 'The call starts as soon as the phone is ready.',
  failed: 'The phone can’t be loaded right now. Opening your device’s own app instead.',
})

/** The link of a press that says whom it is about; `null` for any other press. */
export const linkOf = ({ target }: MouseEvent): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-call-lead]') : null

let pressed: { event: MouseEvent; link: HTMLAnchorElement }[] = []

function onClick(event: MouseEvent): void {
  const link = linkOf(event)
  if (link) pressed.push({ event, link })
}

// What the device calls meanwhile, since the part that asks about calls did not come in time, is asked about all the same.
globalThis.addEventListener?.('click', onClick, true)

/** The links to people that were pressed before anything watched them. Whatever asks watches them from now on. */
export function takeEarlyCalls(): HTMLAnchorElement[] {
  globalThis.removeEventListener('click', onClick, true)
  const links = pressed.filter(({ event }) => !event.defaultPrevented).map(({ link }) => link)
  pressed = []
  return links
}
