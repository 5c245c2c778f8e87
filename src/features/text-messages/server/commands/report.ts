import type { Change } from '../../../../platform/server/context.ts'
import { recordConsents } from '../../../consent/server/commands.ts'
import { markPhone } from '../../../leads/server/commands/phone.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { recordDelivered, recordFailed, recordSent } from '../../../outbound/server/commands/outcomes.ts'
import { isDeadNumber, problemOf, STOPPED_CODE } from '../../rules/carrier.ts'
import { picturesText } from '../../rules/pictures.ts'
import { saveReport, validateNumber, type WrittenText } from '../queries/texts.ts'
import { publishTexts } from './publish.ts'

/** What the provider says of a text that went out; told in any order, and more than once. */
export interface TextReport {
  status: string
  provider_id: string
  error_code: number | null
}

/** The option of the milestone "Text" that says that somebody here wrote. */
const SENT = 201

const known: ReadonlySet<string> = new Set(['sent', 'delivered', 'undelivered', 'failed'])

/** Writes what the provider says of a text. What says less than is known already changes nothing. */
export async function reportText(ctx: Change, text: WrittenText, report: TextReport): Promise<void> {
  const { status, provider_id, error_code } = report
  if (!known.has(status)) return
  const name = { id: text.sending_id }
  const isNew =
    status === 'delivered'
      ? await recordDelivered(ctx, name)
      : status === 'sent'
        ? await recordSent(ctx, name, { provider_id })
        : await recordFailed(ctx, name, { problem: problemOf(error_code) ?? 'The carrier gave no reason.' })
  if (!isNew) return
  if (text.provider_id === null || error_code !== null) await saveReport(ctx, text.id, { provider_id, error_code })
  if (status === 'delivered' && !text.is_number_known) await validateNumber(ctx, text.lead_id)
  if (error_code === STOPPED_CODE) await recordStop(ctx, text.lead_id)
  await distrustNumber(ctx, text, error_code)
  publishTexts(ctx, { id: text.lead_id, agent_id: text.agent_id })
}

/** Notes of a number that the carrier calls dead that it does not work, unless the lead has another one by now. */
export async function distrustNumber(ctx: Change, text: WrittenText, code: number | null): Promise<void> {
  if (isDeadNumber(code)) await markPhone(ctx, text.lead_id, false, text.number)
}

/** The carrier knows of a STOP that never reached us. */
export const recordStop = (ctx: Change, leadId: number): Promise<void> =>
  recordConsents(ctx, [
    {
      lead_id: leadId,
      channel: 'text',
      kind: 'withdrawn',
      source: 'Carrier',
      evidence: `They answered STOP (code ${STOPPED_CODE}).`,
    },
  ])

/** Puts a text that the provider took on the timeline of its lead, in the name of whoever wrote it. */
export async function addSentText(ctx: Change, text: WrittenText): Promise<void> {
  const author = text.user_id === null ? null : { user_id: text.user_id, on_behalf_of: null }
  await addMilestones({ ...ctx, author }, [
    {
      lead_id: text.lead_id,
      agent_id: text.agent_id,
      milestone_type_id: milestoneType.text,
      milestone_option_id: SENT,
      description: text.body || picturesText(text.media),
      message: { text_id: text.id },
      is_automatic: !text.is_by_hand,
    },
  ])
}
