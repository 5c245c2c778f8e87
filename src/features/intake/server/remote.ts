import { connectFacebook, type FacebookClient } from '../../../integrations/facebook/client.ts'
import { type InboundMail, parseInbound } from '../../../integrations/mail/inbound.ts'
import type { QueryContext } from '../../../platform/server/context.ts'
import { textOfHtml } from './commands/htmlText.ts'

/** A mail as it is read: decoded, with a text also where it has HTML only. */
export type ReadableMail = InboundMail

/** Decodes a mail. Whatever it holds, something comes out: what is no mail is a text without headers. */
export const parseMail = (raw: Buffer): Promise<ReadableMail> => parseInbound(raw, textOfHtml)

/** Where leads of Facebook are read; `null` where no app is set up. */
export const facebookOf = ({ config }: Pick<QueryContext, 'config'>): FacebookClient | null =>
  config.facebook && connectFacebook(config.facebook)
