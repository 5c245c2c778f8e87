import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LeadFilters } from '../../leads/contract/filters.ts'
import type { AreaNode } from '../../leads/contract/leads.ts'
import { agentOptionsQuery, areasQuery, sitesQuery } from '../../leads/web/client/leads.ts'
import { tagsQuery } from '../../tags/web/client.ts'
import type { Names } from './rules/names.ts'

/** What the ids of a filter are called; only what is asked for is fetched, and mostly the filter bar has fetched it. */
export function useNames(filters: LeadFilters): Names {
  const tags = useQuery({ ...tagsQuery, enabled: Boolean(filters.tag?.length) }).data
  const agents = useQuery({ ...agentOptionsQuery, enabled: Boolean(filters.agent?.length) }).data
  const sites = useQuery({ ...sitesQuery, enabled: Boolean(filters.site?.length) }).data
  const areas = useQuery({ ...areasQuery, enabled: Boolean(filters.locations?.length) }).data
  return useMemo(
    () => ({
      tag: new Map([...(tags?.default ?? []), ...(tags?.agent ?? [])].map(tag => [tag.id, tag.name])),
      agent: new Map((agents ?? []).map(({ value, label }) => [Number(value), label])),
      site: new Map((sites ?? []).map(site => [site.id, site.name])),
      area: new Map(areaNames(areas ?? [])),
    }),
    [tags, agents, sites, areas],
  )
}

const areaNames = (nodes: readonly AreaNode[]): [number, string][] =>
  nodes.flatMap(({ id, name, children }) => [[id, name] as [number, string], ...areaNames(children)])
