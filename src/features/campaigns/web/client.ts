import { cachedChange, showAtOnce } from '../../../platform/web/calls/cached.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import type { LeadSelection } from '../../leads/contract/filters.ts'
import { campaignCalls } from '../contract/calls.ts'
import type { Campaign, CampaignStep, LeadCampaign } from '../contract/records.ts'

/** Campaigns that one list shows: more than a brokerage has. */
const ALL = 200

/** The campaigns that the person may use. */
export const campaignsQuery = queryOf(
  campaignCalls.list,
  { perPage: ALL },
  { topics: ['campaigns'], staleTime: 15_000 },
)

/** One campaign with its steps. */
export const campaignQuery = (id: number) =>
  queryOf(campaignCalls.get, { id }, { topics: [{ topic: 'campaigns', ids: [id] }], staleTime: 15_000 })

/** What became of its leads and of each step. */
export const statisticsQuery = (id: number) =>
  queryOf(campaignCalls.statistics, { id }, { topics: [{ topic: 'campaigns', ids: [id] }], staleTime: 15_000 })

export type LeadsQuestion = Omit<InputOf<typeof campaignCalls.leads>, 'id' | 'page' | 'perPage' | 'cursor'>

/** Its leads, page after page. */
export const campaignLeadsQuery = (id: number, question: LeadsQuestion) =>
  pagesOf(campaignCalls.leads, { id, ...question }, { topics: [{ topic: 'campaigns', ids: [id] }] })

/** The campaigns of a lead. */
export const leadCampaignsQuery = (leadId: number) =>
  queryOf(
    campaignCalls.ofLead,
    { id: leadId },
    { topics: [{ topic: 'lead-campaigns', ids: [leadId] }], staleTime: 15_000 },
  )

/** What a campaign will do with a lead, and what it did. */
export const planQuery = (leadId: number, campaignId: number) =>
  queryOf(
    campaignCalls.plan,
    { id: leadId, campaignId },
    { topics: [{ topic: 'lead-campaigns', ids: [leadId] }, 'sendings'], staleTime: 5000 },
  )

const refetchLead = (leadId: number): Promise<void> => invalidateTopic(queryClient, 'lead-campaigns', [leadId])
const refetchCampaign = (id: number): Promise<void> => invalidateTopic(queryClient, 'campaigns', [id])

export const createCampaign = (input: InputOf<typeof campaignCalls.create>) => call(campaignCalls.create, input)

/** Changes a campaign; the answer is shown at once. */
export async function updateCampaign(input: InputOf<typeof campaignCalls.update> & { id: number }): Promise<Campaign> {
  const campaign = await call(campaignCalls.update, input)
  queryClient.setQueryData(campaignQuery(input.id).queryKey, campaign)
  void invalidateTopic(queryClient, 'campaigns', [])
  return campaign
}

export async function removeCampaign(id: number): Promise<void> {
  await call(campaignCalls.remove, { id })
  await invalidateTopic(queryClient, 'campaigns', [])
}

/** Adds a step; answers it. */
export async function addStep(input: InputOf<typeof campaignCalls.addStep> & { id: number }): Promise<CampaignStep> {
  const step = await call(campaignCalls.addStep, input)
  await refetchCampaign(input.id)
  return step
}

/** Changes a step, of a version where that is said: refused as stale when somebody was faster. Answers it as it is now. */
export async function updateStep(
  input: InputOf<typeof campaignCalls.updateStep> & { id: number; stepId: number },
  version?: number,
): Promise<CampaignStep> {
  const step = await call(campaignCalls.updateStep, input, version === undefined ? {} : { ifMatch: `"${version}"` })
  await refetchCampaign(input.id)
  return step
}

export async function removeStep(id: number, stepId: number): Promise<void> {
  await call(campaignCalls.removeStep, { id, stepId })
  await refetchCampaign(id)
}

/** Puts the steps into an order: shown at once, and put back when it is refused. */
export const orderSteps = (id: number, ids: readonly number[]) =>
  undoable({
    show: () =>
      showAtOnce(queryClient, [
        cachedChange(campaignCalls.get, campaign =>
          campaign.id === id
            ? { ...campaign, steps: ids.flatMap(step => campaign.steps.find(one => one.id === step) ?? []) }
            : campaign,
        ),
      ]),
    run: () => call(campaignCalls.orderSteps, { id, ids: [...ids] }),
    said: () => null,
    settle: () => refetchCampaign(id),
  })

/** What following a view would do now. */
export const viewEffectQuery = (id: number, view_id: number) =>
  queryOf(campaignCalls.viewEffect, { id, view_id }, { topics: ['leads', 'views'], staleTime: 0 })

const unfollow = (id: number, is_taken_back = false) => call(campaignCalls.unfollowView, { id, is_taken_back })

/** Takes leads in from a view, with Undo: who came in by it meanwhile is stopped again. */
export async function followView(input: InputOf<typeof campaignCalls.followView> & { id: number }): Promise<Campaign> {
  const campaign = await call(campaignCalls.followView, input)
  const { id } = input
  void undoable({
    run: async () => campaign,
    said: input.takes_present ? 'Leads are being taken in.' : 'Whoever comes to match is taken in.',
    undo: () => unfollow(id, true),
    settle: () => refetchCampaign(id),
  })
  return campaign
}

/** Takes nobody in any more, with Undo. */
export const unfollowView = (id: number, view_id: number) =>
  undoable({
    run: () => unfollow(id),
    said: 'Nobody is taken in any more.',
    undo: () => call(campaignCalls.followView, { id, view_id, takes_present: false }),
    settle: () => refetchCampaign(id),
  })

/** Starts a campaign on a lead, with Undo. */
export const startCampaign = (leadId: number, campaign: { id: number; name: string }) =>
  undoable({
    run: () => call(campaignCalls.start, { id: leadId, campaignId: campaign.id }),
    said: `“${campaign.name}” started.`,
    undo: () => call(campaignCalls.stop, { id: leadId, campaignId: campaign.id }),
    settle: () => refetchLead(leadId),
  })

/** Stops a campaign: gone at once. When that fails it is back, without a message: the list is what is true. */
export const stopCampaign = (leadId: number, { campaign }: LeadCampaign) =>
  undoable({
    show: () =>
      showAtOnce(queryClient, [
        cachedChange(
          campaignCalls.ofLead,
          ({ running, ended }) => ({ running: running.filter(one => one.campaign.id !== campaign.id), ended }),
          { id: leadId },
        ),
      ]),
    run: () => call(campaignCalls.stop, { id: leadId, campaignId: campaign.id }),
    said: `“${campaign.name}” stopped.`,
    undo: () => call(campaignCalls.restore, { id: leadId, campaignId: campaign.id }),
    failed: null,
    destructive: true,
    settle: () => refetchLead(leadId),
  })

const onLead = (leadId: number, { campaign }: LeadCampaign) => ({ id: leadId, campaignId: campaign.id })

export const pauseCampaign = (leadId: number, given: LeadCampaign, until: string | null) =>
  undoable({
    run: () => call(campaignCalls.pause, { ...onLead(leadId, given), until }),
    said: `“${given.campaign.name}” paused.`,
    undo: () => call(campaignCalls.resume, onLead(leadId, given)),
    settle: () => refetchLead(leadId),
  })

export const resumeCampaign = (leadId: number, given: LeadCampaign) =>
  undoable({
    run: () => call(campaignCalls.resume, onLead(leadId, given)),
    said: `“${given.campaign.name}” goes on.`,
    settle: () => refetchLead(leadId),
  })

export const skipStep = (leadId: number, given: LeadCampaign) =>
  undoable({
    run: () => call(campaignCalls.skip, onLead(leadId, given)),
    said: `“${given.next_task?.name ?? 'Step'}” skipped.`,
    settle: () => refetchLead(leadId),
  })

export const sendStepNow = (leadId: number, given: LeadCampaign) =>
  undoable({
    run: () => call(campaignCalls.sendNow, onLead(leadId, given)),
    said: `“${given.next_task?.name ?? 'Step'}” runs now.`,
    settle: () => refetchLead(leadId),
  })

/** Who of the chosen leads would get a marketing e-mail now, and who not. */
export const oneOffPreviewQuery = (selection: Partial<LeadSelection>) =>
  queryOf(campaignCalls.previewOneOff, selection, { topics: ['leads', 'sendings'], staleTime: 0 })

/** Starts a campaign on the chosen leads. */
export const addLeads = (selection: Partial<LeadSelection>, campaign_id: number) =>
  call(campaignCalls.addLeads, { ...selection, campaign_id })
