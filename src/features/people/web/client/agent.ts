import { useSettled } from '../../../../platform/web/page/useSettled.ts'
import { useSession } from '../session.ts'
import { session } from '../sessionStore.ts'

/** Whether an agent is signed in: what watches over their day is there, or on its way. */
export const isAgentHere = (): boolean => session.read().isAgent

/** Whether an agent is signed in and has the first screen: what watches over their day begins then. */
export function useIsAgentSettled(): boolean {
  const { isAgent, user } = useSession()
  const isSettled = useSettled()
  return isAgent && user !== null && isSettled
}
