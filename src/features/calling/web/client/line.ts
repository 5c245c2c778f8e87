import { useQuery } from '@tanstack/react-query'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { CallLine } from '../../contract.ts'
import type { CallState } from '../rules/callState.ts'
import { holdCall, lineQuery, sipTarget, transferCall } from './calls.ts'
import { hangUp, holdHere, transferHere } from './dial.ts'

/** How the call of this window's bar is, as the server knows it; `null` while nobody has answered, and once it is over. */
export function useLine({ active, status, callId }: CallState): CallLine | null {
  const isOn = active && status === 'connected' && callId !== null
  const { data } = useQuery({ ...lineQuery(callId ?? 0), enabled: isOn })
  return isOn && data?.is_mine && data.state === 'connected' ? data : null
}

/** Does something about a call, and says where that failed. */
export async function aboutCall(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    notifyFailure(serverSentence(error, 'The call could not be changed.'))
  }
}

/** Puts the other side on hold, or takes them back. */
export const setHeld = ({ id, moved_by }: CallLine, held: boolean): Promise<void> =>
  aboutCall(async () => (moved_by === 'browser' ? holdHere(held) : void (await holdCall(id, held))))

/** Hands the call to a colleague and leaves it. */
export const handOn = (
  { id, moved_by }: CallLine,
  colleague: { user_id: number; name: string },
  wasAsked: boolean,
): Promise<void> =>
  aboutCall(async () => {
    const { user_id: userId, name } = colleague
    if (moved_by === 'browser') return transferHere({ ...(await sipTarget(id, userId)), userId, name })
    await transferCall(id, wasAsked ? undefined : colleague.user_id)
    hangUp()
    void notify(wasAsked ? `${colleague.name} has the call.` : `The call rings for ${colleague.name}.`)
  })
