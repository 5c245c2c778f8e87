import { deviceOwner, isOfThisPerson } from '../../owner.ts'
import { storage } from '../../storage.ts'

const PREFIX = 'upload:'

/** Where this device keeps how to go on with a file that is sent to an address: chosen again after a reload, it is known by these. */
export const uploadKey = (address: string, { name, size, lastModified }: File): string =>
  `${PREFIX}${deviceOwner()}:${address}:${size}:${lastModified}:${name}`

/** Forgets what the person was uploading (logout). */
export function clearUploads(): void {
  for (const key of storage.keys(PREFIX)) if (isOfThisPerson(key.split(':')[1] ?? '')) storage.remove(key)
}

/** Forgets uploads that are older than the server keeps them. */
export function purgeOldUploads(lifeMs: number): void {
  for (const key of storage.keys(PREFIX)) if (storage.read(key, lifeMs) === null) storage.remove(key)
}
