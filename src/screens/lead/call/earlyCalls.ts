let pressed: { event: MouseEvent; link: HTMLAnchorElement }[] = []

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-call-lead]') : null
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
