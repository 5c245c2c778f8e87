import { useRouter } from '@tanstack/react-router'
import { isPathHere } from '../../people/rules.ts'
import type { Notification } from '../contract.ts'
import { reportOpened } from './client.ts'

/** Goes to what a notification is about, and records that it was opened. */
export function useOpen(): (notification: Pick<Notification, 'id' | 'path'>) => void {
  const router = useRouter()
  return ({ id, path }) => {
    void reportOpened(id)
    if (isPathHere(path)) router.history.push(path)
  }
}
