import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { count } from '../../../platform/web/text.ts'
import { bulkCalls } from '../../bulk/contract.ts'
import { transferCalls } from '../../transfers/contract.ts'
import { teamCalls } from '../contract.ts'

/** Figures of leads and tasks may be this old when one comes back to the page; changes fetch them at once. */
const FRESH_MS = 15_000

/** How the agents of a team are doing; of all whom the person leads without one. */
export const overviewQuery = (team_id: number | null) =>
  queryOf(teamCalls.overview, team_id === null ? {} : { team_id }, {
    topics: ['leads', 'tasks', 'milestones', 'people', 'transfers'],
    staleTime: FRESH_MS,
  })

/** How many waiting leads the panel shows. */
const SHOWN = 50

/** New leads of an agent without contact, the longest wait first. */
export const waitingQuery = (agentId: number) =>
  queryOf(
    teamCalls.waiting,
    { id: agentId, perPage: SHOWN },
    {
      topics: ['leads', 'milestones', 'transfers'],
      staleTime: FRESH_MS,
    },
  )

/** Fetches figures and leads again. */
const refetch = () =>
  Promise.all([refetchCall(queryClient, teamCalls.overview), refetchCall(queryClient, teamCalls.waiting)])

interface Handing {
  ids: readonly number[]
  to: { agent_id: number; name: string }
  /** Whether they go at once; otherwise the receiver accepts or rejects. */
  isAtOnce: boolean
}

/** Gives leads to another agent; Undo gives them back. */
export const transferLeads = ({ ids, to, isAtOnce }: Handing) =>
  undoable({
    run: () => call(transferCalls.reassign, { ids: [...ids], agentId: to.agent_id }),
    said: ({ reassigned }) => {
      const leads = `${count(reassigned)} ${reassigned === 1 ? 'lead' : 'leads'}`
      const left = ids.length - reassigned
      const rest = left > 0 ? ` ${count(left)} could not be transferred.` : ''
      return `${leads} ${isAtOnce ? 'transferred' : 'sent'} to ${to.name}.${rest}`
    },
    undo: ({ run }) => call(bulkCalls.undo, { id: run.id }),
    settle: refetch,
  })
