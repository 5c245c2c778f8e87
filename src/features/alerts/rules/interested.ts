/** "7 of your leads match, 3 saw it": for how many leads a home is. */
export function interestedText({ count, saw, are_own }: { count: number; saw: number; are_own: boolean }): string {
  const who = are_own ? `${count} of your leads` : `${count} ${count === 1 ? 'lead' : 'leads'}`
  const match = count === 1 ? 'matches' : 'match'
  return `${who} ${match}, ${saw === 0 ? 'nobody' : saw} saw it`
}
