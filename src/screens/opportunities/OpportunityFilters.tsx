import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type LeadRole, roleLabels } from '../../features/leads/rules.ts'
import type { OpportunitiesAddress, TabAddress } from '../../features/opportunities/rules/address.ts'
import { opportunityTypes } from '../../features/opportunities/rules/opportunityTypes.ts'
import { opportunityTypesQuery } from '../../features/opportunities/web/client/opportunities.ts'
import { AddChip, FilterChip, ToggleChip } from '../../platform/ui/pieces.tsx'
import { count } from '../../platform/web/text.ts'
import classes from './Opportunities.module.css'

interface OpportunityFiltersProps {
  address: OpportunitiesAddress
  lastPage: number
  /** Hidden ones that the same filters would show. */
  hiddenTotal: number
  /** Stands before the pages. */
  children?: ReactNode
  onChange(change: Partial<TabAddress>): void
}

const roles = (Object.keys(roleLabels) as LeadRole[]).map(role => ({ value: role, label: roleLabels[role] }))

/** What of a tab is shown: types, types of leads, hidden ones, and which page. */
export function OpportunityFilters({ address, lastPage, hiddenTotal, children, onChange }: OpportunityFiltersProps) {
  const { types, leadTypes, hidden, page } = address
  // Names are known here; asking keeps what is proposed to write at hand.
  const { data } = useQuery(opportunityTypesQuery)
  const named = (data ?? opportunityTypes).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className={classes.filters}>
      <div className={classes.chips}>
        <ToggleChip on={types.length === 0} onChange={() => onChange({ types: [], page: 1 })}>
          All types
        </ToggleChip>
        <Choice name="Type" options={named} chosen={types} onChoose={chosen => onChange({ types: chosen, page: 1 })} />
        <Choice
          name="Lead type"
          options={roles}
          chosen={leadTypes}
          onChoose={chosen => onChange({ leadTypes: chosen, page: 1 })}
        />
        <ToggleChip on={hidden} onChange={on => onChange({ hidden: on, page: 1 })}>
          Show hidden {hiddenTotal > 0 && <span className={classes.number}>{count(hiddenTotal)}</span>}
        </ToggleChip>
      </div>
      {children}
      <nav className={classes.pages} aria-label="Pages of opportunities" data-single={lastPage <= 1 || undefined}>
        <span>
          Page {count(page)} of {count(lastPage)}
        </span>
        <ActionIcon
          size="sm"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onChange({ page: page - 1 })}
        >
          <IconChevronLeft size={15} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          size="sm"
          aria-label="Next page"
          disabled={page >= lastPage}
          onClick={() => onChange({ page: page + 1 })}
        >
          <IconChevronRight size={15} stroke={1.6} />
        </ActionIcon>
      </nav>
    </div>
  )
}

interface ChoiceProps<Value> {
  name: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChoose(chosen: Value[]): void
}

const SHOWN = 2

/** A filter of several values: a dashed chip without any, what was chosen otherwise. */
function Choice<Value extends string | number>({ name, options, chosen, onChoose }: ChoiceProps<Value>) {
  const labels = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  const more = labels.length - SHOWN
  return (
    <Menu position="bottom-start" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        {labels.length === 0 ? (
          <AddChip>{name}</AddChip>
        ) : (
          <span>
            <FilterChip
              name={name}
              value={labels.slice(0, SHOWN).join(', ') + (more > 0 ? ` +${more}` : '')}
              onRemove={() => onChoose([])}
            />
          </span>
        )}
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {options.map(({ value, label }) => {
          const isOn = chosen.includes(value)
          return (
            <Menu.Item
              key={value}
              role="menuitemcheckbox"
              aria-checked={isOn}
              rightSection={isOn ? <IconCheck size={14} stroke={2} aria-hidden /> : null}
              onClick={() => onChoose(isOn ? chosen.filter(known => known !== value) : [...chosen, value])}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
