import { SegmentedControl } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/apiErrors.ts'
import { notifyFailure } from '../../../platform/web/notices.ts'
import type { Feature } from '../contract.ts'
import type { FeatureName } from '../rules.ts'
import { featureSwitches, setFeature } from './client.ts'
import classes from './Settings.module.css'

const words: Readonly<Record<FeatureName, [title: string, meaning: string]>> = {
  'my-leads': ['My leads', 'Agents keep their own list of leads'],
  claim_leads: ['Claim leads', 'Agents take leads from the pool; also opens automations'],
  access_listings: ['Brokerage listings', 'The listings of the brokerage'],
  happy_hour: ['Happy hour', 'Timed claiming sessions'],
  power_dialer: ['Power dialer', 'Working down a list call by call'],
  text_messages: ['Text messages', 'Two-way texts with leads'],
}

/** Parts of the product that are switched for everybody, or for the role of agents. */
export function FeaturesPanel() {
  const { data, error, refetch } = useQuery(featureSwitches())
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={classes.panel}>
      {data.map(feature => (
        <FeatureRow key={feature.name} feature={feature} />
      ))}
    </div>
  )
}

type Reach = 'off' | 'agents' | 'all'

function FeatureRow({ feature }: { feature: Feature }) {
  const [title, meaning] = words[feature.name]
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
  const exceptions = feature.switches.filter(({ scope }) => scope === 'team' || scope === 'user').length
  return (
    <div className={classes.feature}>
      <span className={classes.featureName}>{title}</span>
      <span className={classes.featureWords}>
        {meaning}
        {exceptions > 0 && `. ${exceptions} ${exceptions === 1 ? 'exception' : 'exceptions'} for teams or people`}
      </span>
      <SegmentedControl<Reach>
        size="xs"
        classNames={{ label: classes.segment }}
        aria-label={title}
        value={set.isPending ? set.variables : reachOf(feature)}
        onChange={reach => set.mutate(reach)}
        data={[
          { value: 'off', label: 'Off' },
          { value: 'agents', label: 'Agents' },
          { value: 'all', label: 'Everybody' },
        ]}
      />
    </div>
  )
}

/** For whom the feature is on, leaving teams and single people aside. */
export function reachOf({ switches }: Pick<Feature, 'switches'>): Reach {
  if (switches.some(({ scope, enabled }) => scope === 'all' && enabled)) return 'all'
  return switches.some(({ scope, role, enabled }) => scope === 'role' && role === 'agent' && enabled) ? 'agents' : 'off'
}
