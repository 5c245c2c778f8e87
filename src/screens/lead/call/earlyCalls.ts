/** The link of a press that says whom it is about; `null` for any other press. */
export const linkOf = ({ target }: MouseEvent): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-call-lead]') : null

let pressed: { event: MouseEvent; link: HTMLAnchorElement }[] = []

function onClick(event: MouseEvent): void {
  const link = linkOf(event)
  if (link) pressed.push({ event, link })
}

// From the start of the page on: on a slow phone somebody calls before the part that asks about calls is fetched.
globalThis.addEventListener?.('click', onClick, true)

/** The links to people that were pressed before anything watched them. Whatever asks watches them from now on. */
export function takeEarlyCalls(): HTMLAnchorElement[] {
  globalThis.removeEventListener('click', onClick, true)
  const links = pressed.filter(({ event }) => !event.defaultPrevented).map(({ link }) => link)
  pressed = []
  return links
}
