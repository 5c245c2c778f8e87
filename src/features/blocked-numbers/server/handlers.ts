import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { instantCursors, pageOf, pageOfWhole, windowOf } from '../../../platform/server/calls/page.ts'
import type { Viewer } from '../../../platform/server/context.ts'
import { forbidden, invalid, notFound } from '../../../platform/server/errors.ts'
import { EXACT_TOTAL_LIMIT } from '../../../platform/wire/page.ts'
import { phoneAsE164 } from '../../leads/server/commands/contact.ts'
import { BLOCKED_PER_PAGE, type blockedNumberCalls } from '../contract.ts'
import { audienceOf } from './commands.ts'
import {
  blockedNumbers,
  blocksOf,
  countStopped,
  endBlock,
  insertBlock,
  leadWithNumber,
  stoppedContacts,
} from './queries.ts'

/** For whom the viewer's blocks hold: an administrator's for everybody, which is `null`. */
function blocksFor({ rights, agent_id }: Viewer): number | null {
  if (rights.has('is_admin')) return null
  if (agent_id === null) throw forbidden('Only agents and administrators can block numbers.')
  return agent_id
}

export const blockedNumberHandlers: Handlers<typeof blockedNumberCalls> = {
  async list(ctx, { offset = 0, limit, ...asked }) {
    const all = await blockedNumbers(ctx)
    const perPage = asked.perPage ?? limit ?? BLOCKED_PER_PAGE
    const found = pageOfWhole(all.slice(offset), {
      asked: { ...asked, perPage, ...(offset > 0 ? { offset } : {}) },
    })
    return { ...found, totalCount: all.length }
  },

  async lookup(ctx, { number: typed }) {
    const number = phoneAsE164(typed)
    if (number === null) return { number, lead: null, is_blocked: false }
    const [lead, blocks] = await Promise.all([
      leadWithNumber(ctx, number),
      blocksOf(ctx, [number], ctx.viewer.agent_id),
    ])
    return { number, lead, is_blocked: blocks.has(number) }
  },

  async stopped(ctx, asked) {
    const { offset, limit } = windowOf(asked)
    const before = asked.cursor ? instantCursors.read(asked.cursor) : null
    const [rows, total] = await Promise.all([
      stoppedContacts(ctx, { offset, limit, before }),
      countStopped(ctx, EXACT_TOTAL_LIMIT + 1),
    ])
    return pageOf(rows, {
      asked,
      total,
      cursorAfter: ({ stopped_at, id }) => instantCursors.write({ at: stopped_at, id }),
    })
  },

  async block(ctx, { leadNumber, reason = '' }) {
    const agent_id = blocksFor(ctx.viewer)
    const number = phoneAsE164(leadNumber)
    if (number === null) throw invalid({ leadNumber: ['leadNumber must be a phone number that exists.'] })
    const id = await insertBlock(ctx, { number, agent_id, reason })
    const [blocked] = await blockedNumbers(ctx, id)
    if (!blocked) throw new Error('A number that was blocked is missing.')
    ctx.audit({ subject: 'blocked number', subject_id: id, after: { number, reason, is_for_all: agent_id === null } })
    ctx.changed('blocked-numbers', [id], audienceOf(agent_id))
    return blocked
  },

  async unblock(ctx, { id }) {
    const agent_id = blocksFor(ctx.viewer)
    const [blocked] = await blockedNumbers(ctx, id)
    if (!blocked) throw notFound('blocked number')
    if (!blocked.may_unblock)
      throw forbidden('An administrator blocked this number for everybody. Only an administrator can unblock it.')
    await endBlock(ctx, id)
    const { number, reason } = blocked
    ctx.audit({ subject: 'blocked number', subject_id: id, before: { number, reason } })
    ctx.changed('blocked-numbers', [id], audienceOf(agent_id))
    return {}
  },
}
