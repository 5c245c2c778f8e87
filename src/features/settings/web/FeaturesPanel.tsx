import { SegmentedControl } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useLive } from '../../../platform/web/live/live.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import type { Feature } from '../contract.ts'
import type { FeatureName } from '../rules.ts'
import { featureSwitches, refetchFeatures, setFeature } from './client.ts'
import classes from './Settings.module.css'
import { type Team, TeamSwitches } from './TeamSwitches.tsx'

const text: Readonly<Record<FeatureName, [title: string, meaning: string]>> = {
  'my-leads': ['My leads', 'Agents keep their own list of leads'],
  claim_leads: ['Claim leads', 'Agents claim leads from the pool; also opens automations'],
  access_listings: ['Brokerage listings', 'The listings of the brokerage'],
  happy_hour: ['Happy hour', 'Timed claiming sessions'],
  power_dialer: ['Power dialer', 'Work through a list call by call'],
  text_messages: ['Text messages', 'Two-way texts with leads'],
}

/** Parts of the product that are switched for everybody, for the role of agents, or for single teams. */
export function FeaturesPanel({ teams }: { teams: readonly Team[] }) {
  useLive('people', () => void refetchFeatures())
  const { data, error, refetch } = useQuery(featureSwitches())
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={classes.panel}>
      {data.map(feature => (
        <FeatureRow key={feature.name} feature={feature} teams={teams} />
      ))}
    </div>
  )
}

type Reach = 'off' | 'agents' | 'all'

function FeatureRow({ feature, teams }: { feature: Feature; teams: readonly Team[] }) {
  const [title, meaning] = text[feature.name]
  const set = useMutation({
    mutationFn: async (reach: Reach) => {
      await setFeature.mutationFn({
        feature: feature.name,
        scope: 'role',
        role: 'agent',
        enabled: reach === 'agents' || null,
      })
      return setFeature.mutationFn({ feature: feature.name, scope: 'all', enabled: reach === 'all' })
    },
    onSuccess: setFeature.onSuccess,
    onError: failure => notifyFailure(sentenceOf(failure)),
  })
  const setTeam = useMutation({
    mutationFn: ({ team_id, enabled }: { team_id: number; enabled: boolean | null }) =>
      setFeature.mutationFn({ feature: feature.name, scope: 'team', team_id, enabled }),
    onSuccess: setFeature.onSuccess,
    onError: failure => notifyFailure(sentenceOf(failure)),
  })
  const people = feature.switches.filter(({ scope }) => scope === 'user').length
  return (
    <div className={classes.feature}>
      <span className={classes.featureName}>{title}</span>
      <span className={classes.featureLabel}>
        {meaning}
        {people > 0 && `. ${people} ${people === 1 ? 'person has a setting' : 'people have settings'} of their own`}
      </span>
      <SegmentedControl<Reach>
        size="xs"
        className={classes.reach}
        classNames={{ label: classes.segment }}
        aria-label={title}
        value={set.isPending ? set.variables : reachOf(feature)}
        onChange={reach => set.mutate(reach)}
        data={[
          { value: 'off', label: 'Off' },
          { value: 'agents', label: 'Agents' },
          { value: 'all', label: 'Everyone' },
        ]}
      />
      <TeamSwitches
        feature={feature}
        title={title}
        teams={teams}
        disabled={setTeam.isPending}
        onSet={(team_id, enabled) => setTeam.mutate({ team_id, enabled })}
      />
    </div>
  )
}

/** For whom the feature is on, leaving teams and single people aside. */
export function reachOf({ switches }: Pick<Feature, 'switches'>): Reach {
  if (switches.some(({ scope, enabled }) => scope === 'all' && enabled)) return 'all'
  return switches.some(({ scope, role, enabled }) => scope === 'role' && role === 'agent' && enabled) ? 'agents' : 'off'
}
