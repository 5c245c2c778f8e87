import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Badge, Initials, Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { idInAddress, textInAddress } from '../../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../../platform/web/forms/useInAddress.ts'
import { count, initialsOf } from '../../../../platform/web/text.ts'
import type { AgentAvailability } from '../../contract.ts'
import { availabilitiesQuery } from '../client.ts'
import classes from './Availability.module.css'
import { AvailabilityForm } from './AvailabilityForm.tsx'
import { hoursText, vacationText, workingDays } from './wording.ts'

const Shown = z.object({ search: textInAddress, agent: idInAddress })

/** `/admin/working-hours`: when every agent takes new leads; a press on one opens theirs. */
export function TeamHoursPage() {
  const { data, error, refetch } = useQuery(availabilitiesQuery)
  const [{ search, agent: chosen }, show] = useInAddress(Shown)
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const agents = data.data
  const found = agents.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const open = agents.find(({ agent_id }) => agent_id === chosen)
  const away = agents.filter(({ is_away }) => is_away).length
  return (
    <div className={classes.screen} data-fills>
      <header className={classes.head}>
        <div>
          <h1>Working hours</h1>
          <p>
            {count(agents.length)} agents, {away} on vacation today
          </p>
        </div>
        <TextInput
          aria-label="Find an agent"
          placeholder="Find an agent"
          leftSection={<IconSearch size={15} stroke={1.6} />}
          value={search}
          onChange={event => show({ search: event.currentTarget.value })}
        />
      </header>
      <div className={classes.columns} data-open={open ? '' : undefined}>
        <ul className={classes.agents} aria-label="Agents">
          {found.map(agent => (
            <AgentRow
              key={agent.agent_id}
              agent={agent}
              isOpen={agent === open}
              onOpen={() => show({ agent: agent === open ? null : agent.agent_id })}
            />
          ))}
          {found.length === 0 && <EmptyState title="No agent has this name">Try a part of the name.</EmptyState>}
        </ul>
        {open && (
          <aside className={classes.panel} aria-label={open.name}>
            <header className={classes.panelHead}>
              <h2 className={classes.name}>{open.name}</h2>
              <Button variant="subtle" size="xs" onClick={() => show({ agent: null })}>
                All agents
              </Button>
            </header>
            <AvailabilityForm key={JSON.stringify(open)} saved={open} isOwn={false} />
          </aside>
        )}
      </div>
    </div>
  )
}

interface AgentRowProps {
  agent: AgentAvailability
  isOpen: boolean
  onOpen(): void
}

function AgentRow({ agent, isOpen, onOpen }: AgentRowProps) {
  const { name, team, is_away, is_day_off, substitute, languages } = agent
  const [first = '', ...rest] = name.split(' ')
  const vacation = vacationText(agent)
  return (
    <li>
      <button type="button" className={classes.agent} aria-expanded={isOpen} onClick={onOpen}>
        <Initials text={initialsOf(first, rest.at(-1) ?? '')} hue="cyan" size={28} />
        <span className={classes.who}>
          <b>{name}</b>
          <small>{[team, languages.join(', ')].filter(Boolean).join(' · ')}</small>
        </span>
        <span className={classes.week}>
          {workingDays(agent.days_off)}, {hoursText(agent)}
        </span>
        <span className={classes.vacation}>
          {vacation !== null && `${vacation}${substitute ? `, ${substitute.name} stands in` : ''}`}
        </span>
        <span className={classes.badge}>
          {is_away && <Badge hue="amber">Away</Badge>}
          {is_day_off && !is_away && <Badge>Day off</Badge>}
        </span>
      </button>
    </li>
  )
}
