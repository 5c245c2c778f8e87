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

interface Ended {
  state: TransferState
  to: string
  /** The sender, where it was the sender who ended it. */
  withdrawn_by: string | null
}

/** Why the receiver comes too late, in their words. */
export function tooLateForReceiver({ state, withdrawn_by }: Ended): string {
  if (state === 'accepted') return 'You have already accepted this lead.'
  if (state === 'rejected') return 'You have already rejected this lead.'
  if (state === 'expired') return 'This offer has expired.'
  return withdrawn_by ? `${withdrawn_by} has taken this lead back.` : 'This lead is no longer being sent to you.'
}

/** Why the sender comes too late, in their words. */
export function tooLateForSender({ state, to }: Ended): string {
  if (state === 'accepted') return `${to} has already accepted this lead.`
  if (state === 'rejected') return `${to} has already rejected this lead.`
  return 'This transfer has already ended.'
}
