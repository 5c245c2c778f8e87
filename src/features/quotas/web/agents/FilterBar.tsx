import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { ToggleChip } from '../../../../platform/ui/pieces.tsx'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import type { AgentQuotas, QuotaFilter } from '../../contract/agents.ts'
import classes from './AgentQuotas.module.css'

interface FilterBarProps {
  filter: QuotaFilter
  counts: AgentQuotas['counts']
  term: string
  onFilter(filter: QuotaFilter): void
  onSearch(term: string): void
  /** At the right end. */
  children: ReactNode
}

const labels: readonly [QuotaFilter, string][] = [
  ['all', 'All'],
  ['at_limit', 'At limit'],
  ['override', 'Override'],
  ['absent', 'Away or off'],
  ['untouched', 'Too many untouched'],
]

/** Search and filters of the agents, with how many each shows. */
export function FilterBar({ filter, counts, term, onFilter, onSearch, children }: FilterBarProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: '/', label: 'Find an agent', group: 'Agent quotas', run: () => input.current?.focus() }])
  return (
    <search className={classes.bar}>
      <TextInput
        ref={input}
        size="xs"
        w={196}
        aria-label="Find an agent"
        placeholder="Find an agent"
        leftSection={<IconSearch size={14} stroke={1.6} />}
        value={term}
        onChange={event => onSearch(event.currentTarget.value)}
      />
      {labels.map(([id, label]) => (
        <ToggleChip key={id} on={filter === id} onChange={() => onFilter(id)}>
          {label} {counts[id]}
        </ToggleChip>
      ))}
      <span className={classes.week}>{children}</span>
    </search>
  )
}
