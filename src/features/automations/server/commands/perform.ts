import { addMinutes } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import { startCampaign } from '../../../campaigns/server/commands/start.ts'
import { stopInstances } from '../../../campaigns/server/commands/stop.ts'
import { goingOnOfCampaign, instancesOnLeads } from '../../../campaigns/server/queries/instances.ts'
import { changeStatuses } from '../../../leads/server/commands/change.ts'
import { tagLeads, untagLeads } from '../../../tags/server/commands/leadTags.ts'
import { addAutomatedTask } from '../../../tasks/server/commands/tasks.ts'
import { fillTemplate, parseTemplate } from '../../../templates/rules/placeholders.ts'
import { placeholderValues } from '../../../templates/server/queries/values.ts'
import { type ActionLead, actionLeads } from '../queries/actionLeads.ts'
import { referencesOf } from '../queries/references.ts'
import { judge } from './judge.ts'
import { sendEmail, sendText } from './messages.ts'
import { notifyByAutomation } from './notices.ts'
import { offer } from './offer.ts'
import type { Outcome, Performance } from './performance.ts'
import { CALL_WEBHOOK } from './wake.ts'

/** Does what an action says to the lead of a run, which is locked. A rule against it leaves it out, and says so. */
export async function perform(ctx: Change, performance: Performance): Promise<Outcome> {
  const { run, step } = performance
  const [lead] = await actionLeads(ctx, [{ lead_id: run.lead_id, event_id: null }])
  if (!lead) return { state: 'skipped', text: 'The lead is gone' }
  const [verdict] = await judge(ctx, step, [lead], await referencesOf(ctx, [run.definition]))
  if (!verdict || verdict.state === 'skipped') return verdict ?? { state: 'skipped', text: '' }
  return (await doIt(ctx, performance, lead)) ?? verdict
}

/** Does it; answers what came of it where that is not what was expected. */
async function doIt(ctx: Change, performance: Performance, lead: ActionLead): Promise<Outcome | null> {
  const { run, step } = performance
  switch (step.kind) {
    case 'add_tag':
      await tagLeads(ctx, [lead.id], [step.tag_id ?? 0])
      return null
    case 'remove_tag':
      await untagLeads(ctx, [lead.id], [step.tag_id ?? 0])
      return null
    case 'set_status':
      await changeStatuses(ctx, [lead.id], step.status, { note: `By the automation ${run.automation_name}` })
      return null
    case 'start_campaign': {
      const started = await startCampaign(ctx, step.campaign_id ?? 0, { leadIds: [lead.id], how: 'automation' })
      const [against] = started?.skipped ?? []
      return against ? { state: 'skipped', text: `Campaign not started: ${against.reason}` } : null
    }
    case 'stop_campaign':
      await stopInstances(
        ctx,
        step.campaign_id === null ? instancesOnLeads([lead.id]) : goingOnOfCampaign(step.campaign_id, [lead.id]),
        { reason: 'automation', detail: run.automation_name },
      )
      return null
    case 'create_task':
      await addTask(ctx, lead, lead.agent_id, {
        task_type: step.task_type,
        subject: step.subject,
        content: step.content,
        scheduled_at: addMinutes(ctx.now, step.due_minutes),
      })
      return null
    case 'notify': {
      const target = { agent: lead.agent_id, team_lead: lead.team_lead_agent_id, chosen: step.agent_id }[step.who]
      if (target === null) return null
      await notifyByAutomation(ctx, {
        lead,
        agent_id: target,
        isChosen: step.who === 'chosen',
        automation: run.automation_name,
        text: (await fillerFor(ctx, lead))(step.text),
        cause: `automation:${run.id}:${step.id}`,
      })
      return null
    }
    case 'send_email':
      return sendEmail(ctx, { ...performance, template_id: step.template_id ?? 0 }, lead)
    case 'send_text':
      return sendText(ctx, { ...performance, template_id: step.template_id ?? 0 }, lead)
    case 'offer':
      return offer(ctx, step, lead)
    case 'webhook':
      await ctx.enqueue(CALL_WEBHOOK, { run_id: run.id, step_id: step.id })
      return { state: 'waiting', text: 'Calls the webhook' }
  }
}

/** Puts what is known of a lead into texts. */
async function fillerFor(ctx: Change, lead: ActionLead): Promise<(text: string) => string> {
  const values = (await placeholderValues(ctx, [lead.id])).get(lead.id)
  return text => (values ? fillTemplate(parseTemplate(text), values) : text)
}

interface Task {
  task_type: 'phone_call' | 'manual_text' | 'manual_email' | 'reminder'
  subject: string
  content: string
  scheduled_at: Date
}

async function addTask(ctx: Change, lead: ActionLead, agent_id: number | null, task: Task): Promise<void> {
  const filled = await fillerFor(ctx, lead)
  await addAutomatedTask(
    ctx,
    { id: lead.id, agent_id },
    {
      ...task,
      subject: filled(task.subject).slice(0, 200),
      content: filled(task.content),
      scheduled_at: task.scheduled_at.toISOString(),
    },
  )
}
