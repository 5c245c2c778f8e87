import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FrameSplit, SettingRow } from '../../../platform/ui/frame/Frame.tsx'
import { SaveBar } from '../../../platform/ui/frame/SaveBar.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { count } from '../../../platform/web/text.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import type { Feature } from '../contract.ts'
import { type FeatureName, type FeatureReach, reachOf } from '../rules.ts'
import { featureSwitches, setFeature, setFeatureReach } from './client.ts'
import { SettingHistory } from './SettingHistory.tsx'
import classes from './Settings.module.css'
import { type Team, TeamSwitches } from './TeamSwitches.tsx'

const text: Readonly<Record<FeatureName, [title: string, meaning: string]>> = {
  'my-leads': ['My leads', 'Agents keep their own list of leads'],
  claim_leads: ['Claim leads', 'Agents claim leads from the pool; also opens automations'],
  access_listings: ['Brokerage listings', 'The listings of the brokerage'],
  happy_hour: ['Happy hour', 'Timed claiming sessions'],
  power_dialer: ['Power dialer', 'Work through a list call by call'],
  text_messages: ['Text messages', 'Two-way texts with leads'],
  session_recording: ['Session recording', 'Records screens, masked, and tells the people concerned'],
}

type Changes = Partial<Record<FeatureName, FeatureReach>>

/** Parts of the product that are switched for everybody, for the role of agents, or for single teams. */
export function FeaturesPanel({ teams }: { teams: readonly Team[] }) {
  const [changes, setChanges] = useState<Changes>({})
  const { data, error, refetch } = useQuery(featureSwitches)
  const [chosen, setChosen] = useState<FeatureName | null>(null)
  const save = useUndoable(({ wanted, reason }: { wanted: Changes; reason: string }) => ({
    async run() {
      const before = reachesNow(data ?? [], wanted)
      await saveReaches(wanted, reason)
      setChanges({})
      return before
    },
    said: before => {
      const number = Object.keys(before).length
      return `${count(number)} ${number === 1 ? 'change' : 'changes'} saved.`
    },
    undo: before => saveReaches(before, 'Undone'),
  }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  // Somebody else may have chosen the same meanwhile: then there is nothing left to save.
  const open = Object.fromEntries(
    data.flatMap(feature => {
      const wanted = changes[feature.name]
      return wanted && wanted !== reachOf(feature.switches) ? [[feature.name, wanted]] : []
    }),
  ) as Changes
  const shown = chosen ?? data[0]?.name
  return (
    <FrameSplit side={shown && <FeatureSide name={shown} />}>
      {data.map(feature => (
        <FeatureRow
          key={feature.name}
          feature={feature}
          isChosen={feature.name === shown}
          onChoose={() => setChosen(feature.name)}
          teams={teams}
          wanted={open[feature.name] ?? null}
          onChange={reach => setChanges(now => ({ ...now, [feature.name]: reach }))}
        />
      ))}
      <SaveBar
        changes={Object.keys(open).length}
        reach="for the whole brokerage, at once"
        isSaving={save.isPending}
        onSave={reason => save.run({ wanted: open, reason })}
        onDiscard={() => setChanges({})}
      />
    </FrameSplit>
  )
}

const reaches: readonly { value: FeatureReach; label: string }[] = [
  { value: 'nobody', label: 'Off' },
  { value: 'agents', label: 'Agents' },
  { value: 'everyone', label: 'Everyone' },
]

/** What holds now for the features that are about to change. */
const reachesNow = (features: readonly Feature[], wanted: Changes): Changes =>
  Object.fromEntries(features.filter(({ name }) => name in wanted).map(one => [one.name, reachOf(one.switches)]))

async function saveReaches(changes: Changes, reason: string): Promise<void> {
  for (const [name, on_for] of Object.entries(changes) as [FeatureName, FeatureReach][])
    await setFeatureReach({ name, on_for, reason: reason || undefined })
}

/** What the chosen feature is for, and who changed it. */
function FeatureSide({ name }: { name: FeatureName }) {
  const [title, meaning] = text[name]
  return (
    <>
      <h2>{title}</h2>
      <p>{meaning}.</p>
      <SettingHistory key={name} subject="feature" subject_id={name} />
    </>
  )
}

interface FeatureRowProps {
  feature: Feature
  teams: readonly Team[]
  /** What was chosen and is not saved yet. */
  wanted: FeatureReach | null
  isChosen: boolean
  onChoose(): void
  onChange(reach: FeatureReach): void
}

function FeatureRow({ feature, teams, wanted, isChosen, onChoose, onChange }: FeatureRowProps) {
  const [title, meaning] = text[feature.name]
  const setTeam = useUndoable((team: { team_id: number; enabled: boolean | null }) => ({
    run: () => setFeature({ feature: feature.name, scope: 'team', ...team }),
    said: () => null,
  }))
  const was = reaches.find(({ value }) => value === reachOf(feature.switches))?.label
  return (
    <SettingRow
      isChosen={isChosen}
      onChoose={onChoose}
      name={title}
      meaning={meaning}
      control={
        <SegmentedControl<FeatureReach>
          size="xs"
          aria-label={title}
          value={wanted ?? reachOf(feature.switches)}
          onChange={onChange}
          data={[...reaches]}
        />
      }
      note={
        <div className={classes.notes}>
          <span className={wanted ? classes.unsaved : classes.changed}>
            {wanted ? `was “${was}”, not saved` : changedText(feature)}
          </span>
          <TeamSwitches
            feature={feature}
            title={title}
            teams={teams}
            disabled={setTeam.isPending}
            onSet={(team_id, enabled) => setTeam.run({ team_id, enabled })}
          />
        </div>
      }
    />
  )
}

/** Who changed a feature last, and for how many people it is switched on their own. */
function changedText({ changed, switches }: Feature): string {
  const people = switches.filter(({ scope }) => scope === 'user').length
  const own =
    people > 0 ? ` · ${people} ${people === 1 ? 'person has a setting' : 'people have settings'} of their own` : ''
  return `${changed ? `${changed.by ?? 'Keyturn'}, ${shortDay(changed.at, new Date())}` : 'Default'}${own}`
}
