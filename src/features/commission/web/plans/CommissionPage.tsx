import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { count } from '../../../../platform/web/text.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import type { AgentCommission } from '../../contract.ts'
import { exact, percent } from '../../rules/cents.ts'
import { agentsQuery, saveYear } from '../client.ts'
import { AccountPanel } from './AccountPanel.tsx'
import classes from './Plans.module.css'

/** Commission plans and years: of all agents for those who keep them, one's own for an agent. `?agent=7` is open. */
export function CommissionPage() {
  const { agent: asked } = useSearch({ strict: false }) as { agent?: unknown }
  const { data: found, error, refetch } = useQuery(agentsQuery)
  const data = found?.data
  useBreadcrumbs([], data && data.length > 1 ? count(data.length) : null)
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const [only] = data
  if (!only)
    return (
      <EmptyState isPage title="No agents yet">
        Plans are made for agents.
      </EmptyState>
    )
  const current = data.find(({ agent_id }) => agent_id === Number(asked)) ?? only
  return (
    <div className={classes.screen} data-single={data.length === 1 || undefined} data-fills>
      <h1 className="visually-hidden">Commission</h1>
      {data.length > 1 && <Agents agents={data} current={current} />}
      <AccountPanel key={current.agent_id} agentId={current.agent_id} agents={data} />
    </div>
  )
}

function Agents({ agents, current }: { agents: readonly AgentCommission[]; current: AgentCommission }) {
  const navigate = useNavigate()
  const open = (agent_id: number) =>
    void navigate({ to: '/commission', search: { agent: agent_id } as never, replace: true })
  return (
    <section className={classes.list} aria-label="Agents">
      <header className={classes.listHead}>
        <h2>Agents</h2>
        <YearFile />
      </header>
      <ul>
        {agents.map(({ agent_id, name, plan, house, opening }) => (
          <li key={agent_id}>
            <button
              type="button"
              aria-current={agent_id === current.agent_id || undefined}
              onClick={() => open(agent_id)}
            >
              <span>
                <b>{name}</b>
                <small>
                  {plan
                    ? `${plan.name}, version ${plan.version}, ${percent(plan.split_rate)}`
                    : 'No plan: as agreed on each deal'}
                </small>
              </span>
              {plan && plan.cap !== null && <CapBar used={house + opening.house} cap={plan.cap} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CapBar({ used, cap }: { used: number; cap: number }) {
  const share = cap > 0 ? Math.min(1, used / cap) : 1
  return (
    <span className={classes.cap} title={`${exact(used)} of ${exact(cap)}`}>
      <span>{Math.round(share * 100)} % of the cap</span>
      <i data-near={share >= 0.8 || undefined}>
        <i style={{ width: `${share * 100}%` }} />
      </i>
    </span>
  )
}

/** The file for the tax slips of a year: the present one, or last year's in its first months. */
function YearFile() {
  const today = localNow()
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < '05' ? 1 : 0)
  const { mutate, isPending, error } = useMutation({ mutationFn: () => saveYear(year) })
  return (
    <>
      {error && <span role="alert">{sentenceOf(error)}</span>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={15} stroke={1.6} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        T4A {year}
      </Button>
    </>
  )
}
