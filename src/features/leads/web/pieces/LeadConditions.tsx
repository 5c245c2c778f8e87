import type { UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, use, useMemo } from 'react'
import type { LeadFilters } from '../../contract/filters.ts'
import type { LeadTag } from '../../contract/record.ts'
import { FilterChips } from '../filters/FilterChips.tsx'
import { useFilterTexts } from '../filters/useFilterOptions.ts'
import { type FilterField, type FilterState, filterFields } from '../rules/filters.ts'
import { wireQuestion } from '../rules/questions.ts'
import { tabStateOfQuestion } from '../rules/views.ts'
import { ExtensionsContext } from '../useExtensions.ts'

type TagsQuery = UseQueryOptions<{ default: LeadTag[]; agent: LeadTag[] }>

interface LeadConditionsProps {
  value: LeadFilters
  /** The tags to choose from; they belong to a feature further up. */
  tagsQuery: TagsQuery
  onChange(value: LeadFilters): void
}

/** What has to be true of a lead, chosen with the filters of the list: one meaning in both places. */
export function LeadConditions({ value, tagsQuery, onChange }: LeadConditionsProps) {
  const { filters, search } = tabStateOfQuestion(value)
  const change = (next: FilterState) => onChange(wireQuestion({ filters: next, ...(search ? { search } : {}) }))
  return (
    <WithTags tagsQuery={tagsQuery}>
      <FilterChips filters={filters} fields={filterFields} addLabel="Condition" onChange={change} />
    </WithTags>
  )
}

interface ConditionListProps {
  value: LeadFilters
  tagsQuery: TagsQuery
  /** Draws one condition. */
  children(name: string, words: string): ReactNode
}

/** What has to be true of a lead, in words, to be read. */
export function ConditionList({ value, tagsQuery, children }: ConditionListProps) {
  const { filters } = tabStateOfQuestion(value)
  return (
    <WithTags tagsQuery={tagsQuery}>
      {filterFields.map(field => {
        const text = filters[field.key]
        return text === undefined ? null : (
          <ConditionText key={field.key} field={field} text={text}>
            {children}
          </ConditionText>
        )
      })}
    </WithTags>
  )
}

interface ConditionTextProps {
  field: FilterField
  text: string
  children(name: string, words: string): ReactNode
}

function ConditionText({ field, text, children }: ConditionTextProps) {
  const words = useFilterTexts(field, text)
  return children(field.label, words || 'any')
}

function WithTags({ tagsQuery, children }: { tagsQuery: TagsQuery; children: ReactNode }) {
  const extensions = use(ExtensionsContext)
  const value = useMemo(() => ({ ...extensions, tagsQuery }), [extensions, tagsQuery])
  return <ExtensionsContext value={value}>{children}</ExtensionsContext>
}
