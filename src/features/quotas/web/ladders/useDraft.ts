import { useRef, useState } from 'react'
import { ApiError, sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { refetchCall } from '../../../../platform/web/calls/queryOf.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { quotaCalls } from '../../contract/calls.ts'
import type { Ladders, QuotaWorkspace, Rung } from '../../contract/ladders.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { saveDraft } from '../client.ts'

/** The ladders as the person has them, and how they are changed. */
export interface Draft {
  ladders: Ladders
  /** Shows both ladders at once and saves them as the draft. */
  save(ladders: Ladders): void
  /** The same for one ladder. */
  change(type: QuotaType, rungs: Rung[]): void
}

/** The draft, or what is in force until something is changed. */
export function useDraft({ in_force, draft }: QuotaWorkspace): Draft {
  const [unsaved, setUnsaved] = useState<Ladders | null>(null)
  const newest = useRef<Ladders | null>(null)
  const ladders = unsaved ?? draft?.ladders ?? in_force.ladders
  const save = (next: Ladders) => {
    newest.current = next
    setUnsaved(next)
    const settle = () => newest.current === next && setUnsaved(null)
    void saveDraft(next).then(settle, (error: unknown) => {
      settle()
      const isStale = error instanceof ApiError && error.code === 'stale'
      if (isStale) notifyFailure('Someone else has changed the draft. You see it as it is now.')
      else notifyFailure(sentenceOf(error), () => save(next))
      void refetchCall(queryClient, quotaCalls.workspace)
    })
  }
  return { ladders, save, change: (type, rungs) => save({ ...ladders, [type]: rungs }) }
}
