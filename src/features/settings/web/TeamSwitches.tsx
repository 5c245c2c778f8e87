import { NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Feature } from '../contract.ts'
import classes from './TeamSwitches.module.css'

/** A team, as the switches name it. */
export interface Team {
  id: number
  name: string
}

interface TeamSwitchesProps {
  feature: Feature
  /** The feature in words. */
  title: string
  teams: readonly Team[]
  disabled: boolean
  /** `null` takes the team's own switch away. */
  onSet: (teamId: number, enabled: boolean | null) => void
}

/** Teams for which a feature is switched against what holds for the rest. */
export function TeamSwitches({ feature, title, teams, disabled, onSet }: TeamSwitchesProps) {
  const own = feature.switches.flatMap(({ scope, team_id, enabled }) =>
    scope === 'team' && team_id !== null ? [{ id: team_id, enabled }] : [],
  )
  const nameOf = (id: number) => teams.find(team => team.id === id)?.name ?? `Team ${id}`
  const left = teams.filter(team => !own.some(({ id }) => id === team.id))
  const add = (value: string) => {
    const [id = '', wanted] = value.split(' ')
    if (id) onSet(Number(id), wanted === 'on')
  }
  return (
    <div className={classes.teams}>
      {own.map(({ id, enabled }) => (
        <span key={id} className={classes.team} data-on={enabled || undefined}>
          <button
            type="button"
            className={classes.turn}
            aria-pressed={enabled}
            disabled={disabled}
            onClick={() => onSet(id, !enabled)}
          >
            {nameOf(id)} <span className={classes.state}>· {enabled ? 'on' : 'off'}</span>
          </button>
          <button
            type="button"
            className={classes.remove}
            disabled={disabled}
            aria-label={`${nameOf(id)}: default`}
            onClick={() => onSet(id, null)}
          >
            <IconX size={12} stroke={1.6} aria-hidden="true" />
          </button>
        </span>
      ))}
      {left.length > 0 && (
        <NativeSelect
          size="xs"
          className={classes.add}
          aria-label={`Switch ${title} for a team`}
          disabled={disabled}
          value=""
          onChange={event => add(event.currentTarget.value)}
          data={[
            { value: '', label: 'Set for a team' },
            ...left.flatMap(({ id, name }) => [
              { value: `${id} on`, label: `${name}: on` },
              { value: `${id} off`, label: `${name}: off` },
            ]),
          ]}
        />
      )}
    </div>
  )
}
