interface Sendable {
  refusal: string | null
  saw_at: string | null
}

/** Why a home is sent to nobody of these, while nobody is chosen. */
export function whyToNobody(leads: readonly Sendable[]): string {
  const reachable = leads.filter(({ refusal }) => refusal === null)
  if (reachable.length === 0) return 'This home can be sent to none of them. The reason is beside each name.'
  if (reachable.every(({ saw_at }) => saw_at !== null))
    return 'Everyone whom it can be sent to has seen this home. Choose a lead to send it all the same.'
  return 'Choose at least one lead to send this home to.'
}

/** "7 of your leads match, 3 saw it": for how many leads a home is. */
export function interestedText({ count, saw, are_own }: { count: number; saw: number; are_own: boolean }): string {
  const who = are_own ? `${count} of your leads` : `${count} ${count === 1 ? 'lead' : 'leads'}`
  const match = count === 1 ? 'matches' : 'match'
  return `${who} ${match}, ${saw === 0 ? 'nobody' : saw} saw it`
}
