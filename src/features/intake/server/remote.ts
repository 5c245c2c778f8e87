import { type InboundMail, parseInbound } from '../../../integrations/mail/inbound.ts'
import { textOfHtml } from './commands/htmlText.ts'

/** A mail as it is read: decoded, with a text also where it has HTML only. */
export type ReadableMail = InboundMail

/** Decodes a mail. Whatever it holds, something comes out: what is no mail is a text without headers. */
export const parseMail = (raw: Buffer): Promise<ReadableMail> => parseInbound(raw, textOfHtml)
