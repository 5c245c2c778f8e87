import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { TabStrip } from '../../../platform/ui/TabStrip.tsx'
import { pairCountQuery } from './client.ts'
import classes from './Duplicates.module.css'
import { MergeDialog } from './MergeDialog.tsx'
import { PairList } from './PairList.tsx'
import { PastMerges } from './PastMerges.tsx'
import { comparedIds } from './rules/text.ts'
import { useDismiss } from './useMergeActions.ts'

interface Asked {
  tab?: unknown
  compare?: unknown
  pair?: unknown
}

/** Leads who may be one person: compare, merge, tell apart, take back. `?compare=12,34` opens two of them. */
export function DuplicatesPage() {
  const asked = useSearch({ strict: false }) as Asked
  const tab = asked.tab === 'apart' || asked.tab === 'merges' ? asked.tab : 'open'
  const compared = comparedIds(asked.compare)
  const pair = Number(asked.pair)
  const count = useQuery(pairCountQuery).data
  const navigate = useNavigate()
  const show = (search: Asked) => void navigate({ to: '.', search: search as never })
  const close = () => show(tab === 'open' ? {} : { tab })
  const { dismiss } = useDismiss(close)
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Duplicates</h1>
      <TabStrip
        label="Duplicates"
        tabs={[
          {
            id: 'open',
            label: 'Possible duplicates',
            count: count && count.count > 0 ? `${count.count}${count.is_estimate ? '+' : ''}` : null,
          },
          { id: 'apart', label: 'Not duplicates' },
          { id: 'merges', label: 'Past merges' },
        ]}
        active={tab}
        onSelect={next => show(next === 'open' ? {} : { tab: next })}
      />
      <div className={classes.part} role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'merges' ? (
          <PastMerges />
        ) : (
          <PairList
            key={tab}
            dismissed={tab === 'apart'}
            onCompare={({ id, leads }) => show({ compare: leads.map(lead => lead.id).join(','), pair: id })}
          />
        )}
      </div>
      {compared && (
        <MergeDialog
          key={compared.join()}
          leads={compared}
          onClose={close}
          onMerged={close}
          onDismiss={pair > 0 ? () => dismiss.run({ id: pair }) : undefined}
        />
      )}
    </div>
  )
}
