import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { campaignsQuery } from '../../campaigns/web/client.ts'
import { agentOptionsQuery } from '../../leads/web/client/leads.ts'
import { teams as teamsQuery, useSession } from '../../people/web/client/people.ts'
import { tagsQuery } from '../../tags/web/client.ts'
import { templatesQuery } from '../../templates/web/client.ts'
import type { Names } from './rules/words.ts'

/** One of the records that a step may name. */
export interface Option {
  value: string
  label: string
}

/** Everything that steps choose from, for fields and for what tiles say. */
export interface Choices {
  tags: Option[]
  campaigns: Option[]
  emailTemplates: Option[]
  textTemplates: Option[]
  agents: Option[]
  teams: Option[]
  names: Names
}

const named = ({ id, name }: { id: number; name: string }): Option => ({ value: String(id), label: name })
const nameIn = (options: readonly Option[]) => (id: number) =>
  options.find(({ value }) => value === String(id))?.label ?? '–'

/** What steps choose from, as far as this person sees it. */
export function useChoices(): Choices {
  const { permissions } = useSession()
  const { data: tags } = useQuery(tagsQuery)
  const { data: campaigns } = useQuery(campaignsQuery)
  const { data: templates } = useQuery(templatesQuery)
  const { data: agents } = useQuery(agentOptionsQuery)
  const { data: teams } = useQuery({ ...teamsQuery(), enabled: permissions.includes('can_view_team') })
  return useMemo(() => {
    const email = [
      ...(templates?.customEmail ?? []),
      ...(templates?.defaultEmail ?? []),
      ...(templates?.marketing ?? []),
    ]
    const lists = {
      tags: [...(tags?.agent ?? []), ...(tags?.default ?? [])].map(named),
      campaigns: (campaigns?.data ?? []).filter(({ kind }) => kind === 'series').map(named),
      emailTemplates: email.filter(({ platform }) => platform === 'email').map(named),
      textTemplates: [...(templates?.customText ?? []), ...(templates?.defaultText ?? [])].map(named),
      agents: (agents ?? []).filter(({ value }) => value !== '0'),
      teams: (teams ?? []).map(named),
    }
    const names: Names = {
      tag: nameIn(lists.tags),
      campaign: nameIn(lists.campaigns),
      template: nameIn([...lists.emailTemplates, ...lists.textTemplates]),
      agent: nameIn(lists.agents),
      team: nameIn(lists.teams),
    }
    return { ...lists, names }
  }, [tags, campaigns, templates, agents, teams])
}
