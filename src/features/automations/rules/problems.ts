import type { Definition, Step, Trigger } from '../contract/definition.ts'
import type { KnownRecords } from './references.ts'

/** Why an automation cannot be switched on, in sentences; empty when it can. */
export function problemsOf({ trigger, filters, steps }: Definition, known: KnownRecords): string[] {
  const found = [
    triggerProblem(trigger, known),
    (filters.tag ?? []).some(id => !known.tags.has(id)) ? 'A tag of its filters no longer exists.' : null,
    steps.some(({ kind }) => kind !== 'end') ? null : 'Add a step.',
    ...steps.map(step => stepProblem(step, known)),
  ]
  return [...new Set(found.flatMap(problem => problem ?? []))]
}

function triggerProblem(trigger: Trigger, { tags }: KnownRecords): string | null {
  if (!('tag_id' in trigger)) return null
  if (trigger.tag_id === null) return 'Choose the tag that starts it.'
  return tags.has(trigger.tag_id) ? null : 'The tag that starts it no longer exists.'
}

/** Why a step cannot do its work, as a sentence; `null` when it can. */
export function stepProblem(step: Step, known: KnownRecords): string | null {
  switch (step.kind) {
    case 'add_tag':
    case 'remove_tag':
      return chosen(step.tag_id, known.tags, 'tag')
    case 'start_campaign':
      return chosen(step.campaign_id, known.campaigns, 'campaign')
    case 'stop_campaign':
      return step.campaign_id === null ? null : chosen(step.campaign_id, known.campaigns, 'campaign')
    case 'send_email':
      return chosen(step.template_id, known.emails, 'template of an e-mail')
    case 'send_text':
      return chosen(step.template_id, known.texts, 'template of a text')
    case 'offer':
      if (step.to === 'agent') return chosen(step.agent_id, known.agents, 'agent')
      return step.to === 'team' ? chosen(step.team_id, known.teams, 'team') : null
    case 'notify':
      return step.who === 'chosen' ? chosen(step.agent_id, known.agents, 'agent') : null
    case 'branch':
      return (step.filters.tag ?? []).some(id => !known.tags.has(id)) ? 'A tag of a condition no longer exists.' : null
    default:
      return null
  }
}

const gone: Readonly<Record<string, string>> = {
  campaign: 'A campaign of it was deleted or switched off.',
  agent: 'An agent of it no longer works here.',
}

function chosen(id: number | null, known: ReadonlyMap<number, string>, what: string): string | null {
  if (id === null) return `Choose the ${what}.`
  return known.has(id) ? null : (gone[what] ?? `A ${what} of it was deleted.`)
}
