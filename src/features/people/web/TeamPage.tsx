/** Team. */
export function TeamPage() {
  return <main />
}
