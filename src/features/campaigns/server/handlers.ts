import { subMinutes } from 'date-fns'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import { conflict, invalid, notFound, stale } from '../../../platform/server/errors.ts'
import { parseInstant } from '../../../platform/wire/fields.ts'
import { runBulk } from '../../bulk/server/commands.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import { selectedLeads } from '../../leads/server/queries/selection.ts'
import type { campaignCalls } from '../contract/calls.ts'
import type { Campaign, LeadCampaign } from '../contract/records.ts'
import { campaignProblem, RESTORE_MINUTES } from '../rules/steps.ts'
import { addToCampaign, sendOnce } from './commands/bulk.ts'
import {
  addStep,
  changed,
  changeStep,
  createCampaign,
  orderSteps,
  removeStep,
  requireMayChange,
  switchCampaign,
  writtenFields,
} from './commands/edit.ts'
import { createOneOff, previewOneOff } from './commands/oneOff.ts'
import { pauseInstance, resumeInstance } from './commands/pause.ts'
import { planOf } from './commands/plan.ts'
import { publishCampaign, publishInstances } from './commands/publish.ts'
import { runNextNow, skipNext } from './commands/run.ts'
import { wake } from './commands/schedule.ts'
import { startCampaign } from './commands/start.ts'
import { reviveStopped, stopInstances } from './commands/stop.ts'
import { effectOfView, followView, unfollowView } from './commands/views.ts'
import { campaignPage, deleteCampaign, lockCampaign, requireCampaign, updateCampaign } from './queries/campaigns.ts'
import { campaignLeads, campaignStatistics } from './queries/figures.ts'
import {
  endedOnLead,
  instancesOf,
  instancesOfCampaign,
  instancesWhere,
  lockNewest,
  ofCampaignOnLead,
  runningOnLead,
  type StoredInstance,
} from './queries/instances.ts'
import { requireStep } from './queries/steps.ts'

/** Campaigns of a lead that one answer holds. */
const SHOWN = 100

export const campaignHandlers: Handlers<typeof campaignCalls> = {
  list: (ctx, input) => campaignPage(ctx, input),
  get: (ctx, { id }) => requireCampaign(ctx, id),

  async create(ctx, { is_on, steps = [], ...fields }) {
    const problem = campaignProblem(
      steps.map(({ subject = '', content = '', ...step }) => ({ ...step, subject, content })),
    )
    if (is_on && problem) throw conflict(problem)
    return changed(ctx, { id: await createCampaign(ctx, fields, { isOn: is_on ?? true, steps }) })
  },

  async update(ctx, { id, is_on, inside = 'hold', ...fields }, { ifMatch }) {
    const before = await lockForChange(ctx, id)
    if (ifMatch !== null && ifMatch !== before.version) throw stale(before)
    await updateCampaign(ctx, id, await writtenFields(ctx, fields, before))
    if (is_on !== undefined) await switchCampaign(ctx, before, { isOn: is_on, inside })
    ctx.audit({ subject: 'campaign', subject_id: id, before: auditedOf(before), after: { ...fields, is_on } })
    publishCampaign(ctx, id)
    return changed(ctx, { id })
  },

  async remove(ctx, { id }) {
    const campaign = await lockForChange(ctx, id)
    await stopInstances(ctx, instancesOfCampaign(id), { reason: 'campaign_removed' })
    await deleteCampaign(ctx, id)
    ctx.audit({ subject: 'campaign', subject_id: id, before: auditedOf(campaign), after: null })
    publishCampaign(ctx, id)
    return {}
  },

  async addStep(ctx, { id, apply_to_running: apply = false, ...step }) {
    const stepId = await addStep(ctx, await lockSeries(ctx, id), { ...step, apply })
    return requireStep((await changed(ctx, { id })).steps, stepId)
  },

  async orderSteps(ctx, { id, ids, apply_to_running: apply = false }) {
    const campaign = await lockSeries(ctx, id)
    const known = campaign.steps.map(step => step.id).toSorted((a, b) => a - b)
    if (JSON.stringify(ids.toSorted((a, b) => a - b)) !== JSON.stringify(known))
      throw invalid({ ids: ['ids must name every step of this campaign once.'] })
    await orderSteps(ctx, campaign, { ids, apply })
    ctx.audit({
      subject: 'campaign',
      subject_id: id,
      before: { ids: campaign.steps.map(step => step.id) },
      after: { ids },
    })
    return changed(ctx, { id })
  },

  async updateStep(ctx, { id, stepId, apply_to_running: apply = false, ...fields }, { ifMatch }) {
    const series = await lockSeries(ctx, id)
    const before = requireStep(series.steps, stepId)
    if (ifMatch !== null && ifMatch !== before.version) throw stale(before)
    await changeStep(ctx, series, { id: stepId, apply, fields })
    return requireStep((await changed(ctx, { id })).steps, stepId)
  },

  async removeStep(ctx, { id, stepId, apply_to_running: apply = false }) {
    await removeStep(ctx, await lockSeries(ctx, id), { id: stepId, apply })
    return {}
  },

  async viewEffect(ctx, { id, view_id }) {
    await requireCampaign(ctx, id)
    return effectOfView(ctx, id, view_id)
  },

  async followView(ctx, { id, view_id, takes_present: takesPresent }) {
    await followView(ctx, await lockSeries(ctx, id), { view_id, takesPresent })
    return changed(ctx, { id })
  },

  async unfollowView(ctx, { id, is_taken_back = false }) {
    await unfollowView(ctx, await lockForChange(ctx, id), is_taken_back)
    return changed(ctx, { id })
  },

  async leads(ctx, { id, ...asked }) {
    await requireCampaign(ctx, id)
    return campaignLeads(ctx, id, asked)
  },

  async statistics(ctx, { id }) {
    await requireCampaign(ctx, id)
    return campaignStatistics(ctx, id)
  },

  async ofLead(ctx, { id }) {
    await requireLead(ctx, id)
    return {
      running: await instancesWhere(ctx, runningOnLead(id), SHOWN),
      ended: await instancesWhere(ctx, endedOnLead(id), SHOWN),
    }
  },

  async plan(ctx, { id, campaignId }) {
    await requireLead(ctx, id)
    const plan = await planOf(ctx, ofCampaignOnLead(campaignId, id))
    if (!plan) throw notFound('campaign')
    return plan
  },

  async start(ctx, { id, campaignId }) {
    await lockLead(ctx, id)
    const campaign = await requireCampaign(ctx, campaignId)
    if (campaign.kind === 'one_off') throw conflict(ONCE)
    if (campaign.problem) throw conflict(campaign.problem)
    if (campaign.state !== 'on') throw conflict('This campaign is switched off.')
    const started = await startCampaign(ctx, campaignId, { leadIds: [id], how: 'by_hand' })
    const [against] = started?.skipped ?? []
    if (against) throw conflict(`This campaign cannot start here: ${against.reason}.`)
    ctx.audit({ subject: 'campaign on a lead', subject_id: id, after: { campaign_id: campaignId } })
    return requireInstance(ctx, id, campaignId)
  },

  async stop(ctx, { id, campaignId }) {
    const instance = await lockRunning(ctx, id, campaignId)
    await stopInstances(ctx, instancesOf([instance.id]), { reason: 'by_hand' })
    ctx.audit({ subject: 'campaign on a lead', subject_id: id, before: { campaign_id: campaignId }, after: null })
    return {}
  },

  async restore(ctx, { id, campaignId }) {
    await lockLead(ctx, id)
    const instance = await lockNewest(ctx, { lead_id: id, campaign_id: campaignId })
    if (instance?.state !== 'stopped' || instance.stop_reason !== 'by_hand' || instance.stopped_at === null)
      throw notFound('campaign')
    if (Date.parse(instance.stopped_at) < subMinutes(ctx.now, RESTORE_MINUTES).getTime())
      throw conflict('This campaign was stopped too long ago to restore. Start it again.')
    if ((await reviveStopped(ctx, [instance])).length === 0)
      throw conflict(
        'This campaign cannot go on: it runs again already, or the lead or the campaign has changed since.',
      )
    ctx.audit({ subject: 'campaign on a lead', subject_id: id, before: null, after: { campaign_id: campaignId } })
    return requireInstance(ctx, id, campaignId)
  },

  async pause(ctx, { id, campaignId, until = null }) {
    const instance = await lockRunning(ctx, id, campaignId)
    const paused_until = until === null ? null : parseInstant(until)
    if (paused_until && paused_until <= ctx.now) throw invalid({ until: ['until must be in the future.'] })
    await pauseInstance(ctx, instance.id, paused_until)
    return changedInstance(ctx, instance, { paused: true, until })
  },

  async resume(ctx, { id, campaignId }) {
    const instance = await lockRunning(ctx, id, campaignId)
    await resumeInstance(ctx, instance.id)
    await wake(ctx)
    return changedInstance(ctx, instance, { paused: false })
  },

  async skip(ctx, { id, campaignId }) {
    const instance = await lockRunning(ctx, id, campaignId)
    if (!(await skipNext(ctx, instance.id, 'Skipped by hand.'))) throw conflict('No step of this campaign waits.')
    return changedInstance(ctx, instance, { skipped: true })
  },

  async sendNow(ctx, { id, campaignId }) {
    const instance = await lockRunning(ctx, id, campaignId)
    if (!(await runNextNow(ctx, instance.id))) throw conflict('No step of this campaign waits.')
    return changedInstance(ctx, instance, { sent_now: true })
  },

  async addLeads(ctx, { campaign_id, ...selection }) {
    const { name, problem, state, kind } = await requireCampaign(ctx, campaign_id)
    if (kind === 'one_off') throw conflict(ONCE)
    if (problem) throw conflict(problem)
    if (state !== 'on') throw conflict('This campaign is switched off.')
    const ids = await selectedLeads(ctx, selection)
    const run = await runBulk(ctx, addToCampaign, ids, { campaign_id, name })
    return { changed: run.changed, run }
  },

  async previewOneOff(ctx, selection) {
    return previewOneOff(ctx, await selectedLeads(ctx, selection))
  },

  async sendOneOff(ctx, { subject, content, template_id, send_on, send_at, ...selection }) {
    const ids = await selectedLeads(ctx, selection)
    const { id, name } = await createOneOff(ctx, { subject, content, template_id, send_on, send_at }, ids.length)
    const run = await runBulk(ctx, sendOnce, ids, { campaign_id: id, name })
    return { campaign: await changed(ctx, { id }), run }
  },
}

async function lockForChange(ctx: WriteContext, id: number): Promise<Campaign> {
  const campaign = await lockCampaign(ctx, id)
  requireMayChange(campaign)
  return campaign
}

const ONCE = 'This e-mail goes out once. Copy it to begin a campaign with it.'

/** The same, of one whose steps and leads may change. */
async function lockSeries(ctx: WriteContext, id: number): Promise<Campaign> {
  const campaign = await lockForChange(ctx, id)
  if (campaign.kind === 'one_off') throw conflict(ONCE)
  return campaign
}

/** A campaign that runs on a lead that the viewer reaches, both locked. */
async function lockRunning(ctx: WriteContext, leadId: number, campaignId: number): Promise<StoredInstance> {
  await lockLead(ctx, leadId)
  const instance = await lockNewest(ctx, { lead_id: leadId, campaign_id: campaignId })
  if (instance?.state !== 'running' && instance?.state !== 'paused') throw notFound('campaign')
  return instance
}

async function requireInstance(ctx: WriteContext, leadId: number, campaignId: number): Promise<LeadCampaign> {
  const [found] = await instancesWhere(ctx, ofCampaignOnLead(campaignId, leadId), 1)
  if (!found) throw notFound('campaign')
  return found
}

async function changedInstance(ctx: WriteContext, instance: StoredInstance, after: object): Promise<LeadCampaign> {
  const { lead_id, campaign_id } = instance
  ctx.audit({ subject: 'campaign on a lead', subject_id: lead_id, after: { campaign_id, ...after } })
  publishInstances(ctx, [instance])
  return requireInstance(ctx, lead_id, campaign_id)
}

const auditedOf = ({ steps: _, weeks: __, nextStep: ___, instance_counts: ____, view: _____, ...campaign }: Campaign) =>
  campaign
