import { z } from 'zod'
import { read, write } from '../../../platform/wire/call.ts'
import { Id, InstantInput, line, Nothing } from '../../../platform/wire/fields.ts'
import { PageInput, page } from '../../../platform/wire/page.ts'
import { BulkRun } from '../../bulk/contract.ts'
import { LeadSelection } from '../../leads/contract/filters.ts'
import { MAX_STEPS, RESTORE_MINUTES } from '../rules/steps.ts'
import {
  Campaign,
  CampaignFields,
  CampaignLead,
  CampaignStatistics,
  CampaignStep,
  InsideChoice,
  InstancePlan,
  LeadCampaign,
  LeadCampaigns,
  OneOffFields,
  OneOffPreview,
  StepFields,
} from './records.ts'

const right = 'view_leads'
const onLead = 'lead/:id/campaigns/:campaignId'

const applied = {
  /** Leads inside go on with what was changed; otherwise with the steps with which they began. */
  apply_to_running: z.boolean().optional(),
}
const readOnly = Object.keys(Campaign.shape).filter(name => !(name in CampaignFields.shape))
const readOnlyOfSteps = Object.keys(CampaignStep.shape).filter(name => !(name in StepFields.shape))

export const campaignCalls = {
  list: read('campaigns', {
    right,
    input: PageInput.extend({
      owner: z.enum(['mine', 'team', 'default']).optional(),
      search: line(100).optional(),
    }),
    output: page(Campaign),
    summary: 'The campaigns that the caller may use: their own, those of their team, and the default ones.',
  }),
  get: read('campaigns/:id', { right, output: Campaign }),
  create: write('campaigns', {
    right,
    input: CampaignFields.extend({
      /** A draft when false: it is switched on later. True is refused of one that lacks something. */
      is_on: z.boolean().optional(),
      steps: z.array(StepFields).max(MAX_STEPS).optional(),
    }),
    output: Campaign,
    ignores: readOnly.filter(name => name !== 'steps'),
    creates: true,
    summary: 'Adds a campaign, with its steps where they are sent.',
  }),
  update: write('campaigns/:id', {
    right,
    input: CampaignFields.partial().extend({
      is_on: z.boolean().optional(),
      /** With `is_on` false: what becomes of the leads inside. They wait unless said. */
      inside: InsideChoice.optional(),
    }),
    output: Campaign,
    ignores: readOnly,
    summary:
      'Changes a campaign, or switches it on or off. Send If-Match to be refused when someone else changed it first.',
  }),
  remove: write('campaigns/:id', {
    right,
    method: 'DELETE',
    output: Nothing,
    summary: 'Deletes a campaign. It stops on every lead; what was sent stays on their timelines.',
  }),
  addStep: write('campaigns/:id/steps', {
    right,
    input: StepFields.extend({ position: z.int().min(1).max(MAX_STEPS).optional(), ...applied }),
    output: CampaignStep,
    ignores: readOnlyOfSteps.filter(name => name !== 'position'),
    creates: true,
    summary: 'Adds a step, at the end unless a position is sent.',
  }),
  orderSteps: write('campaigns/:id/steps/order', {
    right,
    input: z.object({ ids: z.array(Id).min(1).max(MAX_STEPS), ...applied }),
    output: Campaign,
    summary: 'Puts the steps into another order. The one that is first then has no delay.',
  }),
  updateStep: write('campaigns/:id/steps/:stepId', {
    right,
    input: StepFields.partial().extend(applied),
    output: CampaignStep,
    ignores: readOnlyOfSteps,
    summary:
      'Changes a step. What was sent stays sent and is never sent again. Another wording begins its comparison anew.',
  }),
  removeStep: write('campaigns/:id/steps/:stepId', {
    right,
    method: 'DELETE',
    input: z.object(applied),
    output: Nothing,
  }),
  viewEffect: read('campaigns/:id/view/effect', {
    right,
    input: z.object({ view_id: Id }),
    output: z.object({ name: z.string(), matching: z.int(), fresh: z.int() }),
    summary: 'How many leads match a saved view now, and how many of them have never been in the campaign.',
  }),
  followView: write('campaigns/:id/view', {
    right,
    input: z.object({
      view_id: Id,
      /** Those who match already come in as well; otherwise only who comes to match from now on. */
      takes_present: z.boolean(),
    }),
    output: Campaign,
    summary:
      'Takes leads in as they come to match a saved view, once each, as far as the caller reaches them. Stops, and says why, when the view changes or is gone.',
  }),
  unfollowView: write('campaigns/:id/view', {
    right,
    method: 'DELETE',
    /** Whoever came in by it is stopped as well. */
    input: z.object({ is_taken_back: z.boolean().optional() }),
    output: Campaign,
    summary: 'Takes nobody in any more. Those inside go on.',
  }),
  leads: read('campaigns/:id/leads', {
    right,
    input: PageInput.extend({
      state: z.enum(['running', 'connected', 'ended', 'unreachable']).optional(),
      /** Only those whom this step has reached. */
      step: Id.optional(),
    }),
    output: page(CampaignLead),
    summary: 'The leads in a campaign and those who were, as far as the caller may see them; the newest first.',
  }),
  statistics: read('campaigns/:id/statistics', {
    right,
    output: CampaignStatistics,
    summary: 'What became of the leads of a campaign and of each step, over the leads that the caller may see.',
  }),
  ofLead: read('lead/:id/campaigns', {
    right,
    output: LeadCampaigns,
    summary: 'The campaigns that run on a lead, and those that did.',
  }),
  plan: read('lead/:id/campaigns/:campaignId/plan', {
    right,
    output: InstancePlan,
    summary: 'What a campaign will do with a lead and on which day, and what it did.',
  }),
  start: write(onLead, { right, output: LeadCampaign, creates: true, summary: 'Starts a campaign on a lead.' }),
  stop: write(onLead, {
    right,
    method: 'DELETE',
    output: Nothing,
    summary: 'Stops a campaign on a lead: messages that have not gone out and open tasks of it are removed.',
  }),
  restore: write('lead/:id/campaigns/:campaignId/restore', {
    right,
    output: LeadCampaign,
    summary: `Lets a campaign that was stopped go on where it was, within ${RESTORE_MINUTES} minutes.`,
  }),
  pause: write('lead/:id/campaigns/:campaignId/pause', {
    right,
    input: z.object({ until: InstantInput.nullable().optional() }),
    output: LeadCampaign,
    summary: 'Lets a campaign wait on a lead, until a day or until somebody resumes it.',
  }),
  resume: write('lead/:id/campaigns/:campaignId/resume', { right, output: LeadCampaign }),
  skip: write('lead/:id/campaigns/:campaignId/skip', {
    right,
    output: LeadCampaign,
    summary: 'Leaves out the next step. The one after it comes as it would have.',
  }),
  sendNow: write('lead/:id/campaigns/:campaignId/send-now', {
    right,
    output: LeadCampaign,
    summary: 'Runs the next step now, instead of at its time.',
  }),
  addLeads: write('leads/campaigns', {
    right,
    input: LeadSelection.extend({ campaign_id: Id }),
    output: z.object({ changed: z.int(), run: BulkRun }),
    summary:
      'Starts a campaign on the chosen leads, or on a whole list; those who are left out are told with the reason.',
  }),
  previewOneOff: read('leads/one-off/preview', {
    right,
    input: LeadSelection,
    output: OneOffPreview,
    summary: 'Who of the chosen leads would get a marketing e-mail now, and who not and why.',
  }),
  sendOneOff: write('leads/one-off', {
    right,
    input: LeadSelection.extend(OneOffFields.shape),
    output: z.object({ campaign: Campaign, run: BulkRun }),
    creates: true,
    summary:
      'Sends a marketing e-mail once to the chosen leads, or to a whole list, each in the name of their agent: a campaign of one step. Switch it off with `inside` stop to cancel what has not gone out.',
  }),
}
