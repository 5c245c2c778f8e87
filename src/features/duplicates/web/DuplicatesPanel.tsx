import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { leadPagePath, leadPath } from '../../leads/rules.ts'
import type { DuplicatePair } from '../contract.ts'
import { reasonLabels } from '../rules/likeness.ts'
import { pairsOfLeadQuery } from './client.ts'
import classes from './DuplicatesPanel.module.css'
import { sideName } from './rules/text.ts'
import { useDismiss } from './useMergeActions.ts'

const MergeDialog = onDemand(async () => (await import('./MergeDialog.tsx')).MergeDialog)

/** On the lead's page: who may be the same person, and by what else this one is known. Nothing where there is neither. */
export function DuplicatesPanel({ lead }: { lead: { id: number } }) {
  const { data } = useQuery(pairsOfLeadQuery(lead.id))
  const [open, setOpen] = useState<DuplicatePair | null>(null)
  const navigate = useNavigate()
  const { dismiss } = useDismiss(() => setOpen(null))
  if (!data || data.data.length + data.also_known_by.length === 0) return null
  const otherOf = (pair: DuplicatePair) => pair.leads.find(side => side.id !== lead.id)
  const other = open && otherOf(open)
  return (
    <PanelSection title="Duplicates" {...(data.data.length > 0 ? { count: data.data.length } : {})}>
      <ul className={classes.list}>
        {data.data.map(pair => (
          <Possible key={pair.id} pair={pair} other={otherOf(pair)} onCompare={() => setOpen(pair)} />
        ))}
      </ul>
      {data.also_known_by.length > 0 && (
        <p className={classes.known}>
          Also known by <span>{data.also_known_by.join(', ')}</span>
        </p>
      )}
      {open && other && (
        <MergeDialog
          leads={[lead.id, other.id]}
          onClose={() => setOpen(null)}
          onDismiss={() => dismiss.run(open)}
          onMerged={merged => {
            setOpen(null)
            if (merged.id !== lead.id) void navigate({ to: leadPagePath(merged), replace: true })
          }}
        />
      )}
    </PanelSection>
  )
}

interface PossibleProps {
  pair: DuplicatePair
  other: DuplicatePair['leads'][number] | undefined
  onCompare(): void
}

function Possible({ pair, other, onCompare }: PossibleProps) {
  if (!other) return null
  return (
    <li className={classes.line}>
      <div className={classes.text}>
        <span>
          Possible duplicate:{' '}
          <a href={leadPath(other)} dir="auto">
            {sideName(other)}
          </a>
        </span>
        <span className={classes.reasons}>{pair.reasons.map(reason => reasonLabels[reason]).join(' · ')}</span>
      </div>
      <Button size="xs" variant="default" onClick={onCompare} aria-label={`Compare with ${sideName(other)}`}>
        Compare
      </Button>
    </li>
  )
}
