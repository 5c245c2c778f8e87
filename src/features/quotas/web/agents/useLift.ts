import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { undoable } from '../../../../platform/web/calls/undoable.ts'
import type { AgentQuotaDetail } from '../../contract/agents.ts'
import { quotaCalls } from '../../contract/calls.ts'
import { climbOf } from '../../rules/ladder.ts'
import { showDetail, workspaceQuery } from '../client.ts'

/** Puts the agent on a rung for good, by an administrator's word; Undo puts them back. */
export function useLift({ row, own_rung }: AgentQuotaDetail): (rung: number) => Promise<unknown> {
  const { data } = useQuery(workspaceQuery)
  const { chain } = climbOf(data?.in_force.ladders[row.type] ?? [])
  const { agent_id: agentId, type, name } = row
  const place = async (rung: number, reason: string) => {
    const quota_rule_id = chain[rung - 1]?.id ?? 0
    showDetail(await call(quotaCalls.lift, { agentId, type, quota_rule_id, reason }))
  }
  return rung =>
    undoable({
      run: () => place(rung, 'by hand'),
      said: `${name} stands on rung ${rung}.`,
      undo: () => place(own_rung ?? 1, 'taken back'),
    })
}
