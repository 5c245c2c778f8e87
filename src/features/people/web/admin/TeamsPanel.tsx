import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { FrameActions, FrameNote } from '../../../../platform/ui/frame/Frame.tsx'
import { Badge, Initials, Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { initialsOf } from '../../../../platform/web/text.ts'
import type { Team } from '../../contract/people.ts'
import { teams } from '../client/people.ts'
import { useSession } from '../session.ts'
import classes from './People.module.css'

const TeamEditor = lazy(async () => ({ default: (await import('./TeamEditor.tsx')).TeamEditor }))

/** The teams that the person may see, with everybody in them; administrators put them together here. */
export function TeamsPanel() {
  const mayChange = useSession().permissions.includes('manage_users')
  const [edited, setEdited] = useState<Team | 'new' | null>(null)
  const { data, error, refetch } = useQuery(teams())
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const add = (
    <Button leftSection={<IconPlus size={15} stroke={1.6} />} onClick={() => setEdited('new')}>
      Add team
    </Button>
  )
  return (
    <>
      {data.length === 0 ? (
        <EmptyState title="No team yet" actions={mayChange && add}>
          A team’s leads are visible to its team lead.
        </EmptyState>
      ) : (
        <>
          {mayChange && <FrameActions>{add}</FrameActions>}
          <FrameNote>
            {data.length === 1 ? '1 team' : `${data.length} teams`} with{' '}
            {data.reduce((sum, team) => sum + team.members.length, 0)} people. The lead of a team sees all of its leads.
          </FrameNote>
          <div className={classes.teams}>
            {data.map(team => (
              <TeamBox key={team.id} team={team} onEdit={mayChange ? () => setEdited(team) : null} />
            ))}
          </div>
        </>
      )}
      <Suspense>
        {edited && <TeamEditor team={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </>
  )
}

function TeamBox({ team, onEdit }: { team: Team; onEdit: (() => void) | null }) {
  return (
    <section className={classes.team} aria-label={team.name}>
      <header className={classes.teamHead}>
        <h2 className={classes.teamName}>{team.name}</h2>
        <span className={classes.hint}>{team.members.length}</span>
        {onEdit && (
          <Button size="xs" variant="default" ml="auto" onClick={onEdit} aria-label={`Edit ${team.name}`}>
            Edit
          </Button>
        )}
      </header>
      {team.members.length === 0 && <p className={classes.hint}>No members yet.</p>}
      {team.members.map(agent => {
        const [first = '', ...rest] = agent.name.split(' ')
        return (
          <div key={agent.id} className={classes.member}>
            <Initials text={initialsOf(first, rest.at(-1) ?? '')} />
            <span className={classes.memberName}>{agent.name}</span>
            {agent.id === team.lead_agent_id && <Badge hue="blue">Team lead</Badge>}
            <span className={classes.memberMeta}>
              <a href={`mailto:${agent.email}`}>E-mail</a>
              {agent.phone && (
                <>
                  {' · '}
                  <a href={`tel:${agent.phone}`}>Call</a>
                </>
              )}
            </span>
          </div>
        )
      })}
    </section>
  )
}
