/** Disclosure. */
export function DisclosurePage() {
  return <main />
}
