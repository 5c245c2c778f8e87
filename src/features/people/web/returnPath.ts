import { storage } from '../../../platform/web/storage.ts'
import { isOwnPath } from './sign-in/landing.ts'

const KEY = 'possessed-from'

/** Keeps the page from which an administrator logged in as somebody else. */
export const saveReturnPath = (path: string): boolean => storage.write(KEY, path)

/** The page to return to afterwards, once; the first page when none is known. */
export function claimReturnPath(): string {
  const path = storage.read(KEY)
  storage.remove(KEY)
  return isOwnPath(path) ? path : '/'
}
