import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { notFound } from '../../../platform/server/errors.ts'
import { cleanHtml } from '../../../platform/server/mail/html.ts'
import { emailLink } from '../../../platform/server/mail/links.ts'
import type { outboxCalls } from '../contract.ts'
import { attachmentAt, messageById, outboxPage, sourceOf } from './queries.ts'

export const outboxHandlers: Handlers<typeof outboxCalls> = {
  async list(ctx, filters) {
    requireDemo(ctx)
    return outboxPage(ctx, filters)
  },

  async get(ctx, { id }) {
    requireDemo(ctx)
    const message = await messageById(ctx, id)
    if (!message) throw notFound('message')
    return { ...message, html: message.html && cleanHtml(message.html, emailLink(ctx.config)) }
  },

  async source(ctx, { id }) {
    requireDemo(ctx)
    const source = await sourceOf(ctx, id)
    if (!source) throw notFound('message')
    return { source: source.toString('utf8') }
  },

  async attachment(ctx, { id, attachmentId }, { sendFile }) {
    requireDemo(ctx)
    const found = await attachmentAt(ctx, id, attachmentId)
    if (!found) throw notFound('attachment')
    // Never under its own type: the browser saves it and does not open it here.
    sendFile({ filename: found.filename, type: 'application/octet-stream', body: found.content })
    return {}
  },
}

/** In production there is no outbox, whatever the database holds. */
function requireDemo({ config }: ReadContext): void {
  if (config.mode !== 'demo') throw notFound('page')
}
