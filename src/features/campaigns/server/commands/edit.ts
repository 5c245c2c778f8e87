import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { renderWritten } from '../../../email/server/commands/compose.ts'
import { isAutomatic } from '../../../tasks/rules/tasks.ts'
import { requireKnownPlaceholders } from '../../../templates/server/commands/write.ts'
import { requireTemplate } from '../../../templates/server/queries/templates.ts'
import type { Campaign, CampaignFields, CampaignStep, StepFields } from '../../contract/records.ts'
import { contentLimit, MAX_STEPS, normalTiming } from '../../rules/steps.ts'
import {
  insertCampaign,
  requireCampaign,
  requireTeamOfAgent,
  type WrittenCampaign,
  writeCampaignState,
} from '../queries/campaigns.ts'
import { instancesOfCampaign } from '../queries/instances.ts'
import {
  comparedBefore,
  deleteStep,
  insertStep,
  requireStep,
  updateStep,
  type WrittenStep,
  writeOrder,
} from '../queries/steps.ts'
import { holdMessages, releaseMessages } from './pause.ts'
import { publishCampaign } from './publish.ts'
import { wake } from './schedule.ts'
import { stopInstances } from './stop.ts'
import { saveVersion } from './versions.ts'

/** Refuses whoever may use a campaign but not change it. */
export function requireMayChange({ may_change }: Pick<Campaign, 'may_change'>): void {
  if (!may_change) throw forbidden('Only administrators can change a default campaign. Copy it to have your own.')
}

const FOR_EVERYONE = 'Only administrators can add campaigns for everyone.'

/** What of a campaign is written, with whose it may be: agents add their own and their team's, administrators any. */
export async function writtenFields(
  ctx: WriteContext,
  given: Partial<CampaignFields>,
  before: Pick<Campaign, 'agent_id' | 'team_id'> | null,
): Promise<Partial<WrittenCampaign>> {
  const set = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<WrittenCampaign>
  const isAdmin = ctx.viewer.rights.has('is_admin')
  const agent_id = set.agent_id === undefined ? (before ? before.agent_id : ctx.viewer.agent_id) : set.agent_id
  const isOwn = agent_id !== null && agent_id === ctx.viewer.agent_id
  if (!isAdmin && !isOwn && (before === null || agent_id !== before.agent_id))
    throw agent_id === null ? forbidden(FOR_EVERYONE) : invalid({ agent_id: ['agent_id must be your own.'] })
  // A team's campaign without its team would be everyone's.
  const team_id = set.team_id === undefined ? (before?.team_id ?? null) : set.team_id
  if (!isAdmin && agent_id === null && team_id === null) throw forbidden(FOR_EVERYONE)
  if (!isAdmin && set.team_id) await requireTeamOfAgent(ctx, set.team_id)
  return { ...set, agent_id }
}

/** Adds a campaign; answers its id. */
export async function createCampaign(
  ctx: WriteContext,
  fields: CampaignFields,
  { isOn, steps }: { isOn: boolean; steps: readonly StepFields[] },
): Promise<number> {
  const written = await writtenFields(ctx, fields, null)
  const id = await insertCampaign(ctx, {
    description: '',
    agent_id: null,
    team_id: null,
    site_id: null,
    role: null,
    stop_after_connection: false,
    is_happy_hour_campaign: false,
    auto_add: false,
    ...written,
    name: fields.name,
    state: isOn ? 'on' : 'draft',
  })
  for (const [index, step] of steps.entries())
    await insertStep(ctx, { campaign_id: id, position: index + 1 }, await writtenStep(ctx, step, index === 0))
  await saveVersion(ctx, id, false)
  ctx.audit({ subject: 'campaign', subject_id: id, after: { ...fields, steps: steps.length } })
  publishCampaign(ctx, id)
  return id
}

/** Switches a campaign on, or off with what becomes of those inside. */
export async function switchCampaign(
  ctx: WriteContext,
  campaign: Campaign,
  { isOn, inside }: { isOn: boolean; inside: 'hold' | 'finish' | 'stop' },
): Promise<void> {
  if (isOn === (campaign.state === 'on')) return
  if (isOn && campaign.problem) throw conflict(campaign.problem)
  await writeCampaignState(ctx, campaign.id, { state: isOn ? 'on' : 'off', is_held: !isOn && inside === 'hold' })
  if (!isOn && inside === 'stop') await stopInstances(ctx, instancesOfCampaign(campaign.id), { reason: 'switched_off' })
  if (!isOn && inside === 'hold') await holdMessages(ctx, campaign.id)
  if (!isOn) return
  await releaseMessages(ctx, campaign.id)
  await wake(ctx)
}

/** What is stored of a step that somebody wrote. Refuses unknown placeholders by name, and what no e-mail can hold. */
export async function writtenStep(ctx: WriteContext, step: StepFields, isFirst: boolean): Promise<WrittenStep> {
  const { step_type, name, subject = '', content = '', template_id = null, expires_after_hours = null } = step
  const { other_subject, other_content } = step
  const hasOther = typeof other_content === 'string'
  const other = { other_subject: other_subject ?? '', other_content: other_content ?? '' }
  requireKnownPlaceholders({ subject, content, ...(hasOther ? other : {}) })
  for (const [field, text] of Object.entries({ content, other_content: other.other_content }))
    if (text.length > contentLimit(step_type))
      throw invalid({ [field]: [`${field} must be at most ${contentLimit(step_type)} characters`] })
  if (template_id !== null) await requireTemplate(ctx, template_id)
  const clean = writtenText(step_type, { subject, content })
  return {
    step_type,
    name,
    ...clean,
    template_id,
    expires_after_hours,
    ...normalTiming(step, isFirst),
    ...(hasOther ? writtenOther(ctx, step_type, clean, other) : oneWording),
  }
}

interface Text {
  subject: string
  content: string
}

const writtenText = (type: StepFields['step_type'], { subject, content }: Text): Text => ({
  subject,
  content: type === 'auto_email' && content.trim() !== '' ? renderWritten({ subject, content }).content : content,
})

const oneWording = { other_subject: null, other_content: null, compared_since: null }

/** The second wording of a step, compared from now on. What an agent sends by hand is in words that nobody knows beforehand. */
function writtenOther(
  { now }: WriteContext,
  type: StepFields['step_type'],
  text: Text,
  { other_subject, other_content }: { other_subject: string; other_content: string },
): Pick<WrittenStep, keyof typeof oneWording> {
  if (!isAutomatic(type))
    throw invalid({ other_content: ['Only an e-mail or a text that goes out by itself can have a second wording.'] })
  // Nobody reads the subject of a text: two that differ in it alone are the same message.
  const other = writtenText(type, { subject: type === 'auto_email' ? other_subject : '', content: other_content })
  if (other.content === text.content && (type !== 'auto_email' || other.subject === text.subject))
    throw invalid({ other_content: ['The second wording says the same as the first.'] })
  return { other_subject: other.subject, other_content: other.content, compared_since: instantText(now) }
}

/** Adds a step at a place, from 1; at the end unless said. Answers its id. */
export async function addStep(
  ctx: WriteContext,
  campaign: Campaign,
  {
    position = campaign.steps.length + 1,
    apply,
    ...step
  }: StepFields & { position?: number | undefined; apply: boolean },
): Promise<number> {
  if (campaign.steps.length >= MAX_STEPS) throw conflict(`A campaign has at most ${MAX_STEPS} steps.`)
  const place = Math.min(position, campaign.steps.length + 1)
  const id = await insertStep(
    ctx,
    { campaign_id: campaign.id, position: place },
    await writtenStep(ctx, step, place === 1),
  )
  const order = campaign.steps.map(one => one.id)
  await orderSteps(ctx, campaign, { ids: order.toSpliced(place - 1, 0, id), apply })
  ctx.audit({ subject: 'campaign', subject_id: campaign.id, after: { step_id: id, ...step } })
  return id
}

/** Changes a step. What was sent stays sent. */
export async function changeStep(
  ctx: WriteContext,
  campaign: Campaign,
  { id, apply, fields }: { id: number; apply: boolean; fields: Partial<StepFields> },
): Promise<void> {
  const before = requireStep(campaign.steps, id)
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  // A step that becomes one by hand loses its second wording, unless somebody asks for just that.
  const isByHand = fields.step_type !== undefined && !isAutomatic(fields.step_type)
  const merged = { ...before, ...(isByHand ? { other_content: null } : {}), ...given }
  const after = await writtenStep(ctx, merged, before.position === 1)
  // The same two wordings again, as by an Undo, go on with what came of them.
  if (after.compared_since)
    after.compared_since = (await comparedBefore(ctx, campaign.id, { ...after, id })) ?? after.compared_since
  await updateStep(ctx, id, after)
  await saveVersion(ctx, campaign.id, apply)
  const { tasks_count: _, reached: __, waiting: ___, version: ____, ...was } = before
  ctx.audit({ subject: 'campaign', subject_id: campaign.id, before: was, after: { id, ...after } })
  publishCampaign(ctx, campaign.id)
}

/** Deletes a step; not the last of a campaign that is on, which would go on without doing anything. */
export async function removeStep(
  ctx: WriteContext,
  campaign: Campaign,
  { id, apply }: { id: number; apply: boolean },
): Promise<void> {
  const step: CampaignStep = requireStep(campaign.steps, id)
  if (campaign.state === 'on' && campaign.steps.length === 1)
    throw conflict('A campaign that is on needs a step. Switch it off first.')
  await deleteStep(ctx, id)
  await orderSteps(ctx, campaign, { ids: campaign.steps.flatMap(one => (one.id === id ? [] : one.id)), apply })
  ctx.audit({ subject: 'campaign', subject_id: campaign.id, before: { step_id: id, name: step.name }, after: null })
}

/** Puts the steps into an order; the first has no delay, and what was the first begins to count from the one before it. */
export async function orderSteps(
  ctx: WriteContext,
  campaign: Campaign,
  { ids, apply }: { ids: readonly number[]; apply: boolean },
): Promise<void> {
  await writeOrder(ctx, ids)
  const [first, ...others] = ids
  if (first !== undefined) await updateStep(ctx, first, { delay_value: null })
  const wasFirst = campaign.steps[0]?.id
  if (wasFirst !== undefined && others.includes(wasFirst)) await updateStep(ctx, wasFirst, { delay_value: 0 })
  await saveVersion(ctx, campaign.id, apply)
  publishCampaign(ctx, campaign.id)
}

/** The campaign as it is after a change. */
export const changed = (ctx: WriteContext, { id }: Pick<Campaign, 'id'>): Promise<Campaign> => requireCampaign(ctx, id)
