import type { Change, WriteContext } from '../../../../platform/server/context.ts'
import { Refusal } from '../../../../platform/server/errors.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { leadInNotification } from '../../../notifications/server/queries/about.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { decideTransfer } from '../../../transfers/server/commands/handOver.ts'
import { offersToAnswer } from '../queries/offers.ts'

/**
 * Accepts, in the name of an agent who texts, the one offer that waits for them. Of several they choose in the product: a text names none. Whoever
 * comes too late reads who was first, and when. Answers what they are told; `null` when nothing was offered to them lately.
 */
export async function acceptByText(
  ctx: Change,
  { user_id, agent_id }: { user_id: number; agent_id: number },
): Promise<string | null> {
  const { open, latest } = await offersToAnswer(ctx, agent_id)
  const viewer = await viewerOfUser(ctx.db, user_id)
  const lead_id = open[0] ?? latest
  if (!viewer || lead_id === null) return null
  const url = emailLink(ctx.config)
  if (open.length > 1)
    return `${open.length} leads are offered to you. Choose in ${ctx.config.siteName}: ${url ?? ''}`.trim()
  try {
    await decideTransfer(asAgent(ctx, viewer), lead_id, true)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  const { name, path } = await leadInNotification(ctx, lead_id)
  return `It’s yours: ${name}.${url ? ` ${url}${path}` : ''}`
}

/** The agent does it themselves, from their phone. */
const asAgent = (ctx: Change, viewer: WriteContext['viewer']): WriteContext => ({
  ...ctx,
  viewer,
  actor: { user_id: viewer.user_id, is_possession: false },
  author: { user_id: viewer.user_id, on_behalf_of: null },
  request: { id: 'text', address: '', user_agent: 'Text message', session_id: null },
})
