import type { z } from 'zod'
import type { ReadContext, WriteContext } from '../../../../platform/server/context.ts'
import { forbidden } from '../../../../platform/server/errors.ts'
import { daysIn, refusalInFull } from '../../../outbound/rules/refusals.ts'
import { decideFor } from '../../../outbound/server/commands/decide.ts'
import { countTemplateUse } from '../../../templates/server/commands/uses.ts'
import type { OneOffFields, OneOffPreview } from '../../contract/records.ts'
import { NAME_LENGTH } from '../../rules/steps.ts'
import { insertCampaign, namesOfLeads } from '../queries/campaigns.ts'
import { leadsToStart } from '../queries/instances.ts'
import { insertStep } from '../queries/steps.ts'
import { writtenStep } from './edit.ts'
import { publishCampaign } from './publish.ts'
import { reasonAgainst } from './start.ts'
import { saveVersion } from './versions.ts'

const BATCH = 1000
/** People who are named of those who are left out. */
const MAX_NAMED = 200
const NEW = 0

/** A refusal that is over within a day moves a message instead of leaving it out. */
const PASSING = 'too_many'

/** Who of these leads would get a marketing e-mail now, and who not and why: as the engine and the door decide it. */
export async function previewOneOff(ctx: ReadContext, ids: readonly number[]): Promise<OneOffPreview> {
  const counts = new Map<string, number>()
  const leftOut: { lead_id: number; reasons: string[] }[] = []
  const days = daysIn(ctx.viewer.zone)
  let allowed = 0
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = ids.slice(from, from + BATCH)
    const known = new Map((await leadsToStart(ctx, NEW, some)).map(lead => [lead.id, lead]))
    const decided = await decideFor(ctx, { channel: 'email', class: 'commercial', is_marketing: true }, some)
    for (const id of some) {
      const lead = known.get(id)
      const against = lead ? reasonAgainst(lead, [{ step_type: 'auto_email' }]) : 'deleted'
      const refusals = decided.get(id)?.decision.refusals.filter(({ code }) => code !== PASSING) ?? []
      const reasons = against ? [sentenceOf(against)] : refusals.map(({ sentence }) => sentence)
      const withdrawn = refusals.some(({ code }) => code === 'withdrawn')
      if (reasons.length === 0) allowed++
      for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
      if (reasons.length > 0 && leftOut.length < MAX_NAMED)
        leftOut.push({
          lead_id: id,
          reasons: against && !withdrawn ? reasons : refusals.map(refusal => refusalInFull(refusal, days)),
        })
    }
  }
  const names = await namesOfLeads(
    ctx,
    leftOut.map(({ lead_id }) => lead_id),
  )
  return {
    total: ids.length,
    allowed,
    reasons: [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count),
    left_out: leftOut.map(one => ({ ...one, name: names.get(one.lead_id) ?? 'No name' })),
  }
}

const sentenceOf = (reason: string): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`

/** Adds the campaign of an e-mail that goes out once: one step, on. Answers its id. */
export async function createOneOff(
  ctx: WriteContext,
  { subject, content, template_id = null, send_on = null, send_at }: z.output<typeof OneOffFields>,
  chosen: number,
): Promise<{ id: number; name: string }> {
  const { agent_id, rights } = ctx.viewer
  if (agent_id === null && !rights.has('is_admin'))
    throw forbidden('Only agents and administrators can send marketing e-mails.')
  const name = subject.slice(0, NAME_LENGTH)
  const id = await insertCampaign(ctx, {
    name,
    description: '',
    agent_id,
    team_id: null,
    site_id: null,
    role: null,
    stop_after_connection: false,
    is_happy_hour_campaign: false,
    auto_add: false,
    kind: 'one_off',
    send_on,
    chosen,
    state: 'on',
  })
  const execute_at = send_on === null ? 'immediately' : (send_at ?? '09:00')
  const step = { step_type: 'auto_email', name, subject, content, template_id, execute_at } as const
  await insertStep(ctx, { campaign_id: id, position: 1 }, await writtenStep(ctx, step, true))
  await saveVersion(ctx, id, false)
  if (template_id !== null) await countTemplateUse(ctx, template_id, { sender: ctx.viewer, uses: chosen })
  ctx.audit({
    subject: 'campaign',
    subject_id: id,
    after: { name, kind: 'one_off', chosen, send_on, send_at: execute_at },
  })
  publishCampaign(ctx, id)
  return { id, name }
}
