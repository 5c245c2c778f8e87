/** Terms. */
export function TermsPage() {
  return <main />
}
