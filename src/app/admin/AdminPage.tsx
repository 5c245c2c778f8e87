/** Administration. */
export function AdminPage() {
  return <main />
}
