/** Kinds of documents of deals, as every screen knows them. */
export const documentTypes = [
  { id: 1, name: 'Agreement of purchase and sale' },
  { id: 2, name: 'Confirmation of co-operation' },
  { id: 3, name: 'Deposit receipt' },
  { id: 4, name: 'FINTRAC identification' },
  { id: 5, name: 'RECO information guide' },
  { id: 6, name: 'Trade record sheet' },
  { id: 7, name: 'Waiver' },
  { id: 8, name: 'Amendment' },
  { id: 9, name: 'Mutual release' },
  { id: 10, name: 'Listing agreement' },
  { id: 11, name: 'Agreement to lease' },
  { id: 12, name: 'Receipt of funds record' },
  { id: 13, name: 'Referral agreement' },
  { id: 14, name: 'Builder agreement and disclosure' },
] as const

type DocumentTypeName = (typeof documentTypes)[number]['name']

interface Requirement {
  title: DocumentTypeName
  is_required: boolean
  /** One for each person on the deal. */
  for_each_client?: true
}

const need = (title: DocumentTypeName): Requirement => ({ title, is_required: true })
const may = (title: DocumentTypeName): Requirement => ({ title, is_required: false })
const eachClient = (title: DocumentTypeName): Requirement => ({ title, is_required: true, for_each_client: true })

const both = [need('RECO information guide'), eachClient('FINTRAC identification')]
const money = [need('Deposit receipt'), need('Receipt of funds record'), need('Trade record sheet')]

/** What each type of deal needs, by its id. */
const requirements: Readonly<Record<number, readonly Requirement[]>> = {
  1: [
    need('Listing agreement'),
    need('Agreement of purchase and sale'),
    need('Confirmation of co-operation'),
    ...both,
    ...money,
    may('Waiver'),
    may('Amendment'),
  ],
  2: [
    need('Listing agreement'),
    need('Agreement to lease'),
    need('Confirmation of co-operation'),
    need('RECO information guide'),
    need('Deposit receipt'),
    need('Trade record sheet'),
    may('Amendment'),
  ],
  3: [
    need('Agreement of purchase and sale'),
    need('Confirmation of co-operation'),
    ...both,
    ...money,
    may('Waiver'),
    may('Amendment'),
  ],
  4: [
    need('Agreement to lease'),
    need('Confirmation of co-operation'),
    need('RECO information guide'),
    need('Deposit receipt'),
    need('Trade record sheet'),
    may('Amendment'),
  ],
  5: [need('Referral agreement'), need('Trade record sheet')],
  6: [need('Builder agreement and disclosure'), ...both, ...money, may('Amendment')],
}

/** A document that a deal needs, or may have. */
export interface WantedDocument {
  title: string
  is_required: boolean
  client_id: number | null
}

/** What a deal of a type needs of these people. */
export function documentsFor(type: number, clients: readonly { id: number; name: string }[]): WantedDocument[] {
  return (requirements[type] ?? []).flatMap(({ title, is_required, for_each_client }): WantedDocument[] =>
    for_each_client && clients.length > 0
      ? clients.map(client => ({ title: `${title}, ${client.name}`, is_required, client_id: client.id }))
      : [{ title, is_required, client_id: null }],
  )
}

/** Whether somebody may take assigned pages back: those that were reviewed only the deals office, whose answer they hold. */
export const mayUnassign = ({ state }: { state: 'waiting' | 'accepted' | 'rejected' }, isOffice: boolean): boolean =>
  isOffice || state === 'waiting'

/** How a required document stands. `stated`: said to be among the documents, and not assigned yet. */
export type RequiredState = 'missing' | 'stated' | 'waiting' | 'accepted' | 'rejected'

/** How it stands, from the pages that were assigned to it and from what the person who submitted the deal said. */
export function stateOf(
  { is_submitted }: { is_submitted: boolean },
  assigned: readonly { state: 'waiting' | 'accepted' | 'rejected' }[],
  hasDocuments: boolean,
): RequiredState {
  const has = (state: string) => assigned.some(one => one.state === state)
  if (has('accepted')) return 'accepted'
  if (has('waiting')) return 'waiting'
  if (has('rejected')) return 'rejected'
  return is_submitted && hasDocuments ? 'stated' : 'missing'
}

/** Whether it no longer holds up the closing. */
export const isInPlace = (state: RequiredState): boolean => state !== 'missing' && state !== 'rejected'
