import { addDays } from 'date-fns'
import type { Change, QueryContext, WriteContext } from '../../../platform/server/context.ts'
import { conflict, notFound } from '../../../platform/server/errors.ts'
import { emailLink, type LinkConfig, openLink, sealLink } from '../../../platform/server/mail/links.ts'
import { region } from '../../../product/region/region.ts'
import { standingOf } from '../../consent/rules.ts'
import { recordConsents } from '../../consent/server/commands.ts'
import { entriesOf } from '../../consent/server/queries.ts'
import { sendPrepared } from '../../email/server/commands/send.ts'
import { areLinksRecalled } from '../../leads/server/queries/links.ts'
import { textPrepared } from '../../text-messages/server/commands/send.ts'
import { numberOfLead } from '../../text-messages/server/queries/texts.ts'
import type { ConsentQuestion } from '../contract.ts'
import {
  type AskedChannel,
  askedBefore,
  askedChannels,
  evidenceText,
  REQUEST_DAYS,
  requestEmail,
  requestText,
  SOURCE,
} from '../rules.ts'
import { askedLead, lastAsked, lockAsked } from './queries.ts'

const PURPOSE = 'links of consent requests'

/** Says which lead was asked, and by what: `7`, or `7 text` since texts can ask, too. */
const MEANING = /^(\d+)(?: (text))?$/

/** A text that only this installation can make and read. */
export const requestToken = (
  config: LinkConfig,
  { leadId, channel, made_at }: { leadId: number; channel: AskedChannel; made_at: Date },
): string => sealLink(config, PURPOSE, { meaning: channel === 'text' ? `${leadId} text` : String(leadId), made_at })

/** Sends a lead, whom the caller has checked, the question. Refuses with every reason, and then has sent nothing. */
export async function askForConsent(
  ctx: WriteContext,
  lead: { id: number; agent_id: number | null },
  channel: AskedChannel,
): Promise<{ sending_id: number; ends_at: string }> {
  await lockAsked(ctx, lead.id)
  const asked = await lastAsked(ctx, lead.id)
  if (asked !== null && addDays(asked, REQUEST_DAYS) > ctx.now) throw conflict(askedBefore(dayText(asked)))
  const url = `${emailLink(ctx.config) ?? ''}/consent/${requestToken(ctx.config, { leadId: lead.id, channel, made_at: ctx.now })}`
  const sending_id = await (channel === 'text' ? askByText(ctx, lead, url) : askByEmail(ctx, lead.id, url))
  return { sending_id, ends_at: addDays(ctx.now, REQUEST_DAYS).toISOString() }
}

const askByEmail = (ctx: WriteContext, leadId: number, url: string): Promise<number> =>
  sendPrepared(ctx, leadId, {
    email: requestEmail(ctx.config.siteName, url),
    intention: {
      channel: 'email',
      class: 'consent_request',
      is_by_hand: true,
      sender_agent_id: ctx.viewer.agent_id,
    },
  })

async function askByText(
  ctx: WriteContext,
  lead: { id: number; agent_id: number | null },
  url: string,
): Promise<number> {
  const { phone = null } = (await numberOfLead(ctx, lead.id)) ?? {}
  const body = requestText(ctx.config.siteName, url)
  return (await textPrepared(ctx, { ...lead, phone }, body, 'consent_request')).sending_id
}

interface OpenedRequest {
  lead: { id: number; first_name: string }
  asked_at: Date
  asked_by: AskedChannel
  /** Whether each channel has an express consent. */
  given: ReadonlySet<AskedChannel>
}

/**
 * What a link is about. It ends after thirty days, when links of the lead are recalled, and when the lead withdrew anything since: an old
 * e-mail must not undo a withdrawal.
 */
export async function openRequest(ctx: QueryContext, token: string): Promise<OpenedRequest> {
  const link = openLink(ctx.config, PURPOSE, token, ctx.now)
  const [, asked, by] = (link && MEANING.exec(link.meaning)) ?? []
  if (!link || !asked || addDays(link.made_at, REQUEST_DAYS) <= ctx.now) throw notFound('page')
  const askedId = Number(asked)
  const lead = await askedLead(ctx, askedId)
  if (!lead || (await areLinksRecalled(ctx, [askedId, lead.id], link.made_at))) throw notFound('page')
  const entries = (await entriesOf(ctx, [lead.id], askedChannels)).get(lead.id) ?? []
  const isTakenBack = entries.some(({ kind, given_at }) => kind === 'withdrawn' && new Date(given_at) > link.made_at)
  if (isTakenBack) throw notFound('page')
  const standing = standingOf(entries, ctx.now)
  return {
    lead,
    asked_at: link.made_at,
    asked_by: by === 'text' ? 'text' : 'email',
    given: new Set(askedChannels.filter(channel => standing[channel].state === 'express')),
  }
}

/** The question as its reader sees it. */
export const questionOf = ({ config }: QueryContext, { lead, asked_at, given }: OpenedRequest): ConsentQuestion => ({
  site_name: config.siteName,
  first_name: lead.first_name,
  channels: askedChannels.map(channel => ({ channel, is_given: given.has(channel) })),
  ends_at: addDays(asked_at, REQUEST_DAYS).toISOString(),
})

/**
 * Records what the holder of a link agreed to; what they had agreed to before is not recorded again. Answers the lead. What decides is
 * read under the lock: of two presses one records, and a withdrawal at the same moment is not undone.
 */
export async function giveConsent(ctx: Change, token: string, channels: readonly AskedChannel[]): Promise<number> {
  await lockAsked(ctx, (await openRequest(ctx, token)).lead.id)
  const { lead, asked_at, asked_by, given } = await openRequest(ctx, token)
  const fresh = [...new Set(channels)].filter(channel => !given.has(channel))
  await recordConsents(
    ctx,
    fresh.map(channel => ({
      lead_id: lead.id,
      channel,
      kind: 'express',
      source: SOURCE,
      evidence: evidenceText({ channel, askedBy: asked_by, askedOn: dayText(asked_at) }),
    })),
  )
  return lead.id
}

const dayText = (at: string | Date): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: region.zone }).format(new Date(at))
