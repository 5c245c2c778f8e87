/** What an entry of the trust ledger is. */
export const entryKinds = ['deposit', 'payment', 'reversal'] as const
export type EntryKind = (typeof entryKinds)[number]

/** How money comes and goes. */
export const methods = ['cheque', 'bank_draft', 'wire', 'e_transfer'] as const
export type Method = (typeof methods)[number]

/** Ways of paying as people name them. */
export const methodLabels: Readonly<Record<Method, string>> = {
  cheque: 'Cheque',
  bank_draft: 'Bank draft',
  wire: 'Wire transfer',
  e_transfer: 'E-transfer',
}

/** Why money leaves the account. */
export const purposes = ['commission', 'seller', 'refund', 'other_brokerage', 'court'] as const
export type Purpose = (typeof purposes)[number]

/** Purposes as people name them. */
export const purposeLabels: Readonly<Record<Purpose, string>> = {
  commission: 'Commission to our own account',
  seller: 'To the seller or their lawyer',
  refund: 'Back to whoever paid it',
  other_brokerage: 'To the other brokerage',
  court: 'Into court',
}

/** Where a month is: nobody balanced it, one person did, or a second one closed it. */
export const monthStates = ['open', 'balanced', 'closed'] as const
export type MonthState = (typeof monthStates)[number]

/** Steps of a month, as they are stored. */
export const monthSteps = ['balanced', 'taken_back', 'closed'] as const
export type MonthStep = (typeof monthSteps)[number]

const stateAfter: Readonly<Record<MonthStep, MonthState>> = {
  balanced: 'balanced',
  taken_back: 'open',
  closed: 'closed',
}

/** Where a month is after what was last done with it. */
export const stateOf = (last: MonthStep | null): MonthState => (last === null ? 'open' : stateAfter[last])
