import type { Definition } from '../contract/definition.ts'

/** Records that definitions name and that are still there, by id with their names. */
export interface KnownRecords {
  tags: ReadonlyMap<number, string>
  campaigns: ReadonlyMap<number, string>
  /** Templates of e-mails. */
  emails: ReadonlyMap<number, string>
  texts: ReadonlyMap<number, string>
  agents: ReadonlyMap<number, string>
  teams: ReadonlyMap<number, string>
}

interface Named {
  tags: number[]
  campaigns: number[]
  templates: number[]
  agents: number[]
  teams: number[]
}

/** The ids of all records that definitions name. */
export function namedRecords(definitions: readonly Definition[]): Named {
  const named: Named = { tags: [], campaigns: [], templates: [], agents: [], teams: [] }
  const add = (kind: keyof Named, ...ids: (number | null | undefined)[]) =>
    named[kind].push(...ids.flatMap(id => id ?? []))
  for (const { trigger, filters, goal, steps } of definitions) {
    add('tags', ...(filters.tag ?? []))
    for (const part of [trigger, goal, ...steps]) {
      if (part === null) continue
      if ('tag_id' in part) add('tags', part.tag_id)
      if ('filters' in part) add('tags', ...(part.filters.tag ?? []))
      if ('until' in part && 'tag_id' in part.until) add('tags', part.until.tag_id)
      if ('campaign_id' in part) add('campaigns', part.campaign_id)
      if ('template_id' in part) add('templates', part.template_id)
      if ('agent_id' in part) add('agents', part.agent_id)
      if ('team_id' in part) add('teams', part.team_id)
    }
  }
  return named
}

/** A definition in which one tag stands for another, as after a merge. */
export function withTag(definition: Definition, from: number, into: number): Definition {
  const replaced = JSON.parse(JSON.stringify(definition), (key, value) => {
    if (key === 'tag_id') return value === from ? into : value
    if (key === 'tag' && Array.isArray(value)) return [...new Set(value.map(id => (id === from ? into : id)))]
    return value
  })
  return replaced as Definition
}
