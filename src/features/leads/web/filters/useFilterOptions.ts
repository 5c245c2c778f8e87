import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { noQuery } from '../../../../platform/web/calls/queryOf.ts'
import { priceInShort } from '../../../../platform/web/money.ts'
import type { AreaNode } from '../../contract/leads.ts'
import type { AreaType, LeadTag } from '../../contract/record.ts'
import { leadStatuses, roleLabels } from '../../rules.ts'
import { agentOptionsQuery, areasQuery, sitesQuery, sourcesQuery } from '../client/leads.ts'
import {
  datesText,
  type FilterField,
  type FilterKey,
  type FilterOption,
  optionsText,
  readRange,
  readValues,
  statusesText,
  writeArea,
} from '../rules/filters.ts'
import { useExtensions } from '../useExtensions.ts'

const fixed: Partial<Record<FilterKey, FilterOption[]>> = {
  status: leadStatuses.map(({ value, label }) => ({ value: String(value), label })),
  type: Object.entries(roleLabels).map(([value, label]) => ({ value, label })),
  subscription: ['Subscribed', 'Unsubscribed', 'Pending'].map(value => ({ value, label: value })),
  consent: [
    { value: 'express', label: 'Express' },
    { value: 'implied', label: 'Implied' },
    { value: 'withdrawn', label: 'Withdrawn' },
    { value: 'none', label: 'None' },
  ],
  consentEnds: [7, 14, 30, 60].map(days => ({ value: String(days), label: `in ${days} days` })),
  hasTask: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
}

/** A place of the tree with what it lies in, so that two of one name can be told apart. */
export interface AreaOption extends FilterOption {
  type: AreaType
  depth: number
  within: string
  is_retired: boolean
}

/** The tree of areas as a list, parents before what lies in them. */
export function areaOptions(nodes: readonly AreaNode[], depth = 0, within = ''): AreaOption[] {
  return nodes.flatMap(node => [
    {
      value: writeArea({ area_id: node.id, area_type: node.type }),
      label: node.name,
      type: node.type,
      depth,
      within,
      is_retired: node.is_retired,
    },
    ...areaOptions(node.children, depth + 1, node.name),
  ])
}

const sentenceCase = (value: string) => value.replace(/[_-]+/g, ' ').replace(/^./, character => character.toUpperCase())

/** The options of a filter, fetched when they are first needed. */
export function useFilterOptions(key: FilterKey, needed: boolean): { options: FilterOption[]; isWaiting: boolean } {
  const tags = useTags(needed && key === 'tag')
  const areas = useQuery({ ...areasQuery, enabled: needed && key === 'area' })
  const sites = useQuery({ ...sitesQuery, enabled: needed && key === 'site' })
  const sources = useQuery({ ...sourcesQuery, enabled: needed && key === 'source' })
  const agents = useAgentOptions(needed && key === 'agent')
  const asked = { tag: tags, area: areas, site: sites, source: sources, agent: agents }[key as 'tag']
  const options: Partial<Record<FilterKey, () => FilterOption[]>> = {
    tag: () =>
      [...(tags.data?.agent ?? []), ...(tags.data?.default ?? [])].map(tag => ({
        value: `${tag.id}`,
        label: tag.name,
      })),
    area: () => areaOptions(areas.data ?? []),
    site: () => (sites.data ?? []).map(site => ({ value: `${site.id}`, label: site.name })),
    source: () => (sources.data ?? []).map(source => ({ value: source, label: sentenceCase(source) })),
    agent: () => agents.data ?? [],
  }
  return { options: fixed[key] ?? options[key]?.() ?? [], isWaiting: needed && (asked?.isLoading ?? false) }
}

const noTags: UseQueryOptions<{ default: LeadTag[]; agent: LeadTag[] }> = noQuery

/** The tags belong to a feature further up. */
function useTags(needed: boolean) {
  const { tagsQuery } = useExtensions()
  return useQuery({ ...(tagsQuery ?? noTags), enabled: needed })
}

function useAgentOptions(needed: boolean): { data: FilterOption[] | undefined; isLoading: boolean } {
  const agents = useQuery({ ...agentOptionsQuery, enabled: needed })
  return { data: agents.data, isLoading: agents.isLoading }
}

/** What the chip of a filter says. */
export function useFilterTexts(field: FilterField, text: string | undefined): string {
  const { options } = useFilterOptions(
    field.key,
    text !== undefined && ['options', 'areas', 'yesno'].includes(field.kind),
  )
  if (!text) return ''
  if (field.kind === 'dates') return datesText(text)
  if (field.kind === 'money') return rangeText(text, priceInShort)
  if (field.kind === 'numbers') return rangeText(text, String)
  if (field.key === 'status') return statusesText(readValues(text), options)
  return optionsText(readValues(text), options)
}

function rangeText(text: string, say: (value: number) => string): string {
  const { from, to } = readRange(text)
  if (from !== null && to !== null) return `${say(from)} to ${say(to)}`
  if (from !== null) return `from ${say(from)}`
  return to === null ? '' : `up to ${say(to)}`
}
