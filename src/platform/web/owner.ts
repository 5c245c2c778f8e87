let owner = ''

/** Whose everything is that this device keeps: a person, or a person who acts as somebody else; empty when signed out. */
export const deviceOwner = (): string => owner

/** Says who is signed in, and who really sits there when that is somebody else. */
export function setDeviceOwner(userId: number | null, actorId: number | null = null): void {
  owner = userId === null ? '' : actorId === null ? `${userId}` : `${actorId}-as-${userId}`
}

/** Whether something belongs to the person who sits there, as whomever they act. */
export const isOfThisPerson = (stored: string): boolean => owner !== '' && personOf(stored) === personOf(owner)

const personOf = (name: string) => name.split('-')[0]
