import type { QueryContext } from '../../../../platform/server/context.ts'
import { reasonsAgainstStarting } from '../../../campaigns/server/commands/start.ts'
import { statusLabel } from '../../../leads/rules.ts'
import { decideFor } from '../../../outbound/server/commands/decide.ts'
import { taskTypeLabels } from '../../../tasks/rules/tasks.ts'
import type { Step } from '../../contract/definition.ts'
import { stepProblem } from '../../rules/problems.ts'
import type { KnownRecords } from '../../rules/references.ts'
import type { ActionLead } from '../queries/actionLeads.ts'

export type ActionStep = Exclude<Step, { kind: 'wait' | 'wait_until' | 'branch' | 'end' }>

/** What an action comes to, in a few words. */
export interface Verdict {
  state: 'done' | 'skipped'
  text: string
}

const done = (text: string): Verdict => ({ state: 'done', text })
const skipped = (text: string): Verdict => ({ state: 'skipped', text })

/**
 * What an action comes to for each lead, without doing it, in the order of the leads. The engine asks before it does the action, and a
 * dry run asks instead of that.
 */
export async function judge(
  ctx: QueryContext,
  step: ActionStep,
  leads: readonly ActionLead[],
  known: KnownRecords,
): Promise<Verdict[]> {
  const problem = stepProblem(step, known)
  if (problem) return leads.map(() => skipped(problem.replace(/\.$/, '')))
  switch (step.kind) {
    case 'start_campaign':
      return judgeStart(ctx, step.campaign_id ?? 0, leads, known)
    case 'send_email':
    case 'send_text':
      return judgeMessage(ctx, step, leads, known)
    default:
      return leads.map(lead => verdictOf(step, lead, known))
  }
}

type Simple = Exclude<ActionStep, { kind: 'start_campaign' | 'send_email' | 'send_text' }>

function verdictOf(step: Simple, lead: ActionLead, { tags, campaigns, agents, teams }: KnownRecords): Verdict {
  switch (step.kind) {
    case 'add_tag': {
      const name = tags.get(step.tag_id ?? 0) ?? ''
      return lead.tag_ids.includes(step.tag_id ?? 0) ? skipped(`Had tag ${name} already`) : done(`Added tag ${name}`)
    }
    case 'remove_tag': {
      const name = tags.get(step.tag_id ?? 0) ?? ''
      return lead.tag_ids.includes(step.tag_id ?? 0) ? done(`Removed tag ${name}`) : skipped(`Did not have tag ${name}`)
    }
    case 'set_status': {
      const label = statusLabel(step.status)
      return lead.status_value === step.status ? skipped(`Was ${label} already`) : done(`Set status ${label}`)
    }
    case 'stop_campaign': {
      const runs =
        step.campaign_id === null ? lead.campaign_ids.length > 0 : lead.campaign_ids.includes(step.campaign_id)
      const name = step.campaign_id === null ? 'all campaigns' : `campaign ${campaigns.get(step.campaign_id) ?? ''}`
      return runs ? done(`Stopped ${name}`) : skipped('No such campaign was running')
    }
    case 'create_task':
      return lead.user_id === null ? skipped('No agent to do it') : done(`${taskTypeLabels[step.task_type]} task`)
    case 'offer': {
      const to = { next: 'the next agent', agent: agents.get(step.agent_id ?? 0), team: teams.get(step.team_id ?? 0) }[
        step.to
      ]
      return done(`Offered to ${to ?? ''}`)
    }
    case 'notify': {
      if (step.who === 'chosen') return done(`Notified ${agents.get(step.agent_id ?? 0) ?? ''}`)
      const target = step.who === 'agent' ? lead.user_id : lead.team_lead_agent_id
      if (target === null) return skipped(step.who === 'agent' ? 'No agent to notify' : 'No team lead to notify')
      return done(step.who === 'agent' ? 'Notified the agent' : 'Notified the team lead')
    }
    case 'webhook':
      return done('Called the webhook')
  }
}

async function judgeStart(
  ctx: QueryContext,
  campaignId: number,
  leads: readonly ActionLead[],
  { campaigns }: KnownRecords,
): Promise<Verdict[]> {
  const reasons = await reasonsAgainstStarting(
    ctx,
    campaignId,
    leads.map(({ id }) => id),
  )
  const name = campaigns.get(campaignId) ?? ''
  return leads.map(({ id }) => {
    const reason = reasons.get(id)
    return reason === undefined ? done(`Started campaign ${name}`) : skipped(`Campaign not started: ${reason}`)
  })
}

async function judgeMessage(
  ctx: QueryContext,
  { kind, template_id }: Extract<ActionStep, { kind: 'send_email' | 'send_text' }>,
  leads: readonly ActionLead[],
  known: KnownRecords,
): Promise<Verdict[]> {
  const channel = kind === 'send_email' ? 'email' : 'text'
  const ids = [...new Set(leads.map(({ id }) => id))]
  const decided = await decideFor(ctx, { channel, class: 'commercial' }, ids)
  const name = (kind === 'send_email' ? known.emails : known.texts).get(template_id ?? 0) ?? ''
  const what = kind === 'send_email' ? 'E-mail' : 'Text'
  return leads.map(({ id, user_id }) => {
    if (user_id === null) return skipped(`${what} not sent: no agent in whose name it goes`)
    const [refusal] = decided.get(id)?.decision.refusals ?? []
    return refusal ? skipped(`${what} not sent: ${refusal.sentence}`) : done(`${what} ${name}`)
  })
}
