import { useSettled } from '../../../../platform/web/page/useSettled.ts'
import { useSession } from '../session.ts'

/** Whether an agent is signed in and has the first screen: what watches over their day begins then. */
export function useIsAgentSettled(): boolean {
  const { isAgent, user } = useSession()
  const isSettled = useSettled()
  return isAgent && user !== null && isSettled
}
