import { bodyOf } from '../../../../integrations/gmail/client.ts'
import { countRemotePictures, inlineRemotePictures } from '../../../../integrations/gmail/pictures.ts'
import { GoogleError } from '../../../../integrations/google/errors.ts'
import { cleanHtml } from '../../../../platform/server/mail/html.ts'
import { type GoogleContext, GoogleNotConnectedError, withGoogle } from '../../../google-accounts/server/remote.ts'
import { mailboxSentences } from '../../rules.ts'

/** What a message says, safe to show; `unavailable` says why there is nothing. */
export interface OpenedBody {
  content: string
  hidden_pictures: number
  unavailable: string | null
}

/** Reads what a message says in the mailbox of its owner. It is shown, and not stored. */
export async function readBody(
  ctx: GoogleContext,
  { user_id, provider_id }: { user_id: number; provider_id: string },
  hasPictures: boolean,
): Promise<OpenedBody> {
  try {
    const { html, text } = await withGoogle(ctx, user_id, 'mail', ({ token }) =>
      bodyOf({ url: ctx.config.gmailUrl, token }, provider_id),
    )
    const source = html ?? paragraphs(text)
    const shown = hasPictures ? await inlineRemotePictures(source) : source
    return { content: cleanHtml(shown), hidden_pictures: countRemotePictures(shown), unavailable: null }
  } catch (error) {
    return unavailable(reasonOf(error))
  }
}

/** A message that is not shown, and why. */
export const unavailable = (reason: string): OpenedBody => ({ content: '', hidden_pictures: 0, unavailable: reason })

function reasonOf(error: unknown): string {
  if (error instanceof GoogleNotConnectedError) return mailboxSentences.disconnected
  if (!(error instanceof GoogleError)) throw error
  return error.reason === 'missing' ? mailboxSentences.gone : mailboxSentences.away
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map(part => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
