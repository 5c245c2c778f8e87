import { z } from 'zod'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import type { ListQuestion } from '../../../features/leads/web/extensions.ts'
import { deviceOwner } from '../../../platform/web/owner.ts'
import { storage } from '../../../platform/web/storage.ts'
import { longestWaitingFirst, MAX_ROUND_AGE_MS, Round, resumeRound, shownId, startRound } from './round.ts'

const Stored = z.object({ question: z.string(), round: Round })

const keyOf = () => `turn-round:${deviceOwner()}`
const nameOf = ({ list, filters }: ListQuestion) => JSON.stringify([list, filters])

/** Saves how far a round is, so that whoever leaves it finds it so. It holds ids of leads only. */
export const saveRound = (question: ListQuestion, round: Round): void =>
  void storage.write(keyOf(), { question: nameOf(question), round })

/** Ends a round: the next one begins anew. */
export const clearRound = (): void => storage.remove(keyOf())

/** The round with which turn mode opens: the one that was left, or a new one. `shown` is the lead in the address. */
export function openedRound(question: ListQuestion, rows: readonly LeadRow[], shown: number | null): Round {
  const ids = longestWaitingFirst(rows).map(({ id }) => id)
  const stored = Stored.safeParse(storage.read(keyOf(), MAX_ROUND_AGE_MS)).data
  if (stored?.question !== nameOf(question)) return shown === null ? startRound(ids, Date.now()) : startAt(ids, shown)
  return resumeRound(stored.round, ids, shown ?? shownId(stored.round))
}

const startAt = (ids: readonly number[], shown: number): Round => resumeRound(startRound(ids, Date.now()), ids, shown)
