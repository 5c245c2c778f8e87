import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { Loading, ToggleChip } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { calendarDay } from '../../../platform/web/time/time.ts'
import type { TeamAgent, TeamOverview } from '../contract.ts'
import { needsHelp } from '../rules.ts'
import { AgentPanel } from './AgentPanel.tsx'
import { overviewQuery } from './client.ts'
import classes from './Team.module.css'
import { TeamFigures } from './TeamFigures.tsx'
import { TeamTable } from './TeamTable.tsx'

const MINUTE = 60_000

/** How the team is doing, who needs help, and what can be done about it. `?team=2` narrows it, `?agent=7` is open. */
export function TeamPage() {
  const search = useSearch({ strict: false }) as { team?: unknown; agent?: unknown }
  const teamId = idOf(search.team)
  const { data, error, refetch } = useQuery(overviewQuery(teamId))
  const name = data ? titleOf(data, teamId) : null
  useBreadcrumbs(crumbsOf(name, teamId), data ? count(data.agents.length) : null)
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data || name === null) return <Loading />
  return <Team overview={data} name={name} teamId={teamId} agentId={idOf(search.agent)} />
}

/** The page is "My Team", as in the navigation; a team that was chosen has its name. */
const crumbsOf = (name: string | null, teamId: number | null) => [
  { label: teamId !== null && name !== null ? name : 'My Team' },
]

const idOf = (value: unknown): number | null => {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : null
}

function titleOf({ teams, is_office }: TeamOverview, teamId: number | null): string {
  const only = teamId === null && !is_office && teams.length === 1 ? teams[0] : undefined
  return (teams.find(({ id }) => id === teamId) ?? only)?.name ?? (is_office ? 'All agents' : 'My teams')
}

const Shown = z.object({ troubled: z.boolean().catch(false) })

interface TeamProps {
  overview: TeamOverview
  name: string
  teamId: number | null
  agentId: number | null
}

function Team({ overview: { agents, teams, is_office, week }, name, teamId, agentId }: TeamProps) {
  const now = useNow(MINUTE)
  const navigate = useNavigate()
  const [{ troubled: troubledOnly }, show] = useInAddress(Shown)
  const go = (team: number | null, agent: number | null) =>
    void navigate({
      to: '/teams',
      search: ((before: object) => ({ ...before, team: team ?? undefined, agent: agent ?? undefined })) as never,
      replace: true,
    })
  const troubled = agents.filter(agent => needsHelp(agent, now))
  const shown = troubledOnly ? troubled : agents
  const current = shown.find(agent => agent.agent_id === agentId) ?? shown[0] ?? null
  useSteps(shown, current, agent => go(teamId, agent.agent_id))
  return (
    <div className={classes.screen} data-fills data-open={agentId !== null || undefined}>
      <header className={classes.head}>
        <h1>{name}</h1>
        <span>{agents.length === 1 ? '1 agent' : `${count(agents.length)} agents`}</span>
      </header>
      <TeamFigures agents={agents} />
      <div className={classes.list}>
        <search className={classes.bar}>
          <ToggleChip on={!troubledOnly} onChange={() => show({ troubled: false })}>
            Everyone {count(agents.length)}
          </ToggleChip>
          <ToggleChip on={troubledOnly} onChange={troubled => show({ troubled })}>
            Needs a look {count(troubled.length)}
          </ToggleChip>
          {(is_office || teams.length > 1) &&
            teams.map(team => (
              <ToggleChip key={team.id} on={team.id === teamId} onChange={on => go(on ? team.id : null, null)}>
                {team.name}
              </ToggleChip>
            ))}
          <span className={classes.week}>
            This week, {shortOf(week.from)} to {shortOf(week.to)}
          </span>
        </search>
        {shown.length === 0 ? (
          <NoAgents isTroubledOnly={troubledOnly && agents.length > 0} />
        ) : (
          <TeamTable
            agents={shown}
            now={now}
            currentId={current?.agent_id ?? null}
            onOpen={agent => go(teamId, agent.agent_id)}
          />
        )}
      </div>
      {current && (
        <AgentPanel key={current.agent_id} agent={current} agents={agents} now={now} onBack={() => go(teamId, null)} />
      )}
    </div>
  )
}

/** "Nov 16". */
const shortOf = (day: string): string => calendarDay(day).replace(/, \d+$/, '')

function NoAgents({ isTroubledOnly }: { isTroubledOnly: boolean }) {
  if (isTroubledOnly)
    return <EmptyState title="Nobody needs a look">No lead waits long, and no one’s tasks pile up.</EmptyState>
  return <EmptyState title="No agents yet">An administrator adds people to teams under Admin, Teams.</EmptyState>
}

function useSteps(agents: readonly TeamAgent[], current: TeamAgent | null, onOpen: (agent: TeamAgent) => void): void {
  const step = (by: number) => {
    const next = agents[agents.findIndex(one => one.agent_id === current?.agent_id) + by]
    if (next) onOpen(next)
  }
  useShortcuts([
    { keys: 'j', label: 'Next agent', group: 'Team', run: () => step(1) },
    { keys: 'k', label: 'Previous agent', group: 'Team', run: () => step(-1) },
  ])
}
