/** Privacy. */
export function PrivacyPage() {
  return <main />
}
