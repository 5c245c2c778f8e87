import { simpleParser } from 'mailparser'

/** A message as people read it. */
export interface ReadMail {
  message_id: string
  from: string
  to: readonly string[]
  subject: string
  /** The part that is plain text; empty where there is none. */
  plain: string
  html: string | null
  attachments: readonly { filename: string; type: string; content: Buffer }[]
}

/** The largest message that is taken and read, as large as the great mail servers take. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024

/**
 * Reads the source of a message. Pictures that it carries along are put into its HTML. The library bounds headers (1 MB
 * each part), parts (1,000) and pictures (20 MB) itself; throws of a message that goes beyond.
 */
export async function parseMail(source: Buffer): Promise<ReadMail> {
  if (source.length > MAX_MAIL_BYTES) throw new RangeError('A message of more than 25 MB is not read.')
  // HTML is not turned into text: for some of it, that takes time with the square of its length.
  const mail = await simpleParser(source, { skipTextToHtml: true, skipHtmlToText: true })
  const to = [mail.to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''))
  return {
    message_id: clean(mail.messageId ?? ''),
    from: clean(mail.from?.text ?? ''),
    to: to.map(clean).filter(Boolean),
    subject: clean(mail.subject ?? ''),
    plain: clean(mail.text ?? ''),
    html: mail.html ? clean(mail.html) : null,
    attachments: mail.attachments
      .filter(({ related }) => !related)
      // An invitation is there twice: as another body, without a name, and as a file.
      .filter(
        ({ filename, checksum }) =>
          filename || !mail.attachments.some(other => other.filename && other.checksum === checksum),
      )
      .map(({ filename, contentType, content }, index) => ({
        filename: clean(filename ?? `attachment-${index + 1}`),
        type: clean(contentType),
        content,
      })),
  }
}

/** Text that the database takes. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
