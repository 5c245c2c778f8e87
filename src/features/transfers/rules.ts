/** How a lead comes to an agent: sent by another one, assigned by the office, or offered by the product. */
export const transferKinds = ['transfer', 'assignment', 'offer'] as const
export type TransferKind = (typeof transferKinds)[number]

export const transferStates = ['pending', 'accepted', 'rejected', 'cancelled', 'expired'] as const
export type TransferState = (typeof transferStates)[number]

interface ReceivedTransfer {
  kind: TransferKind
  from_agent: { fullname: string } | null
}

/** What stands above a received lead (specification §2). */
export const receivedText = ({ from_agent }: ReceivedTransfer): string =>
  from_agent ? `${from_agent.fullname} has sent you the following lead:` : 'You have been assigned the following lead:'

/** What stands above a sent lead (specification §2). */
export const sentText = ({ to_agent }: { to_agent: { fullname: string } }): string =>
  `You have sent ${to_agent.fullname} the following lead:`

/** An assignment has happened already: it is only acknowledged. */
export const mayReject = ({ kind }: Pick<ReceivedTransfer, 'kind'>): boolean => kind !== 'assignment'

/** How a transfer ended, for whoever answers too late. */
export interface Ended {
  state: TransferState
  to: string
  /** The sender, where it was the sender who ended it. */
  withdrawn_by: string | null
  /** The agent who has a lead that was only offered, and since when; the time as the receiver reads it. */
  taken_by: string | null
  taken_at: string | null
}

/** Why the receiver comes too late, in their words. */
export function tooLateForReceiver({ state, withdrawn_by, taken_by, taken_at }: Ended): string {
  if (state === 'accepted') return 'You have already accepted this lead.'
  if (taken_by !== null) return `This lead was taken by ${taken_by}${taken_at ? ` at ${taken_at}` : ''}.`
  if (state === 'rejected') return 'You have already rejected this lead.'
  if (state === 'expired') return 'This offer has expired.'
  return withdrawn_by ? `${withdrawn_by} has taken this lead back.` : 'This lead is no longer being sent to you.'
}

/** Why the sender comes too late, in their words. */
export function tooLateForSender({ state, to }: Pick<Ended, 'state' | 'to'>): string {
  if (state === 'accepted') return `${to} has already accepted this lead.`
  if (state === 'rejected') return `${to} has already rejected this lead.`
  return 'This transfer has already ended.'
}

/** What a lead on its way is called: an offer, whose name is not open yet, by its type and areas. */
export function transferName({
  kind,
  lead,
}: Pick<ReceivedTransfer, 'kind'> & {
  lead: { first_name: string; last_name: string; roles_string: string; areas: readonly string[] }
}): string {
  const name = `${lead.first_name} ${lead.last_name}`.trim()
  if (name || kind !== 'offer') return name || 'No name'
  return [lead.roles_string, lead.areas.slice(0, 2).join(', ')].filter(Boolean).join(' · ') || 'A new lead'
}
