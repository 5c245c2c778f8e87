import type { LoopDetails } from '../contract.ts'

/** What is said about loops (specification, business areas §8). */
export const loopSentences = {
  listFailed: 'Failed to load your loops from DotLoop',
  importFailed: 'Failed to import loop into deal',
  noneSelected: 'No Loop selected',
  imported: 'Loop has been imported',
  revoked: 'Your Dotloop account access has been revoked.',
  notConnected: 'Connect your Dotloop account first.',
  noLongerAccepted: 'Dotloop no longer accepts this account. Connect it again.',
} as const

/** The first word of a full name is the first name, the rest the last name (specification, business areas §5). */
export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = fullName.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/** The address of a loop in one line, with the unit in front; its name where it has no address. */
export function loopAddress({ propertyAddress: at, name }: LoopDetails): string {
  const street = [at.streetNumber, at.streetName].filter(Boolean).join(' ')
  return street ? (at.unit ? `${at.unit} – ${street}` : street) : name
}

const CLIENT_ROLES = ['BUYER', 'SELLER', 'TENANT', 'LANDLORD'] as const

/** Whether somebody in a loop is a client rather than an agent, a lawyer or a lender. */
export const isClientRole = (role: string): boolean =>
  CLIENT_ROLES.some(one => role.toUpperCase().replaceAll(/[\s_]+/g, '') === one)

/** How far a loop has come, from 0 to 1, for the dial beside its status. */
export function loopProgress(status: string): number {
  const known = status.toUpperCase().replaceAll(/[\s-]+/g, '_')
  if (/SOLD|LEASED|CLOSED/.test(known)) return 1
  if (/UNDER_CONTRACT|PENDING/.test(known)) return 0.75
  if (/ACTIVE|OFFER/.test(known) && !/PRE/.test(known)) return 0.5
  return 0.25
}

/** A status of the service as people read it: "UNDER_CONTRACT" is "Under contract". */
export function loopStatusLabel(status: string): string {
  const text = status.toLowerCase().replaceAll('_', ' ').trim()
  return text.replace(/^./, first => first.toUpperCase())
}
