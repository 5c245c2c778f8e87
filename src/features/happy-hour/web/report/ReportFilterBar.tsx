import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { roleLabels } from '../../../leads/rules.ts'
import { agentOptionsQuery, sitesQuery } from '../../../leads/web/client/leads.ts'
import { teams as teamsQuery } from '../../../people/web/client/people.ts'
import type { ReportFilters } from './filters.ts'
import classes from './Report.module.css'

type Narrowed = Omit<ReportFilters, 'from' | 'to'>

interface ReportFilterBarProps {
  filters: Narrowed
  onChange(filters: Narrowed): void
}

interface Option {
  value: string
  label: string
}

const types = Object.entries(roleLabels).map(([value, label]) => ({ value, label }))

/** Whose claims, and of which leads. */
export function ReportFilterBar({ filters, onChange }: ReportFilterBarProps) {
  const { data: teams } = useQuery(teamsQuery())
  const { data: agents } = useQuery(agentOptionsQuery)
  const { data: sites } = useQuery(sitesQuery)
  const filter = (name: string, key: keyof Narrowed, options: readonly Option[]) => (
    <Select
      key={key}
      size="xs"
      w={150}
      searchable
      clearable
      aria-label={name}
      placeholder={name}
      data={[...options]}
      value={filters[key] === undefined ? null : String(filters[key])}
      onChange={value => {
        const { [key]: _, ...others } = filters
        onChange(value === null ? others : { ...others, [key]: key === 'type' ? value : Number(value) })
      }}
    />
  )
  return (
    <search className={classes.bar} aria-label="Filters">
      {filter(
        'All teams',
        'team',
        (teams ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      )}
      {filter(
        'All agents',
        'agent',
        (agents ?? []).filter(({ value }) => value !== '0'),
      )}
      {filter(
        'All sites',
        'site',
        (sites ?? []).map(({ id, domain }) => ({ value: String(id), label: domain })),
      )}
      {filter('All types', 'type', types)}
    </search>
  )
}
