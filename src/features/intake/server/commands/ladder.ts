import type { MailFields, MailReader, ReaderLine } from '../../contract/mails.ts'
import { readLabels } from '../../rules/labels.ts'
import { emailIn, usableFields } from '../../rules/mailFields.ts'
import { readBy } from '../../rules/readers.ts'
import { parseMail, type ReadableMail } from '../remote.ts'
import { adfIn, readAdf } from './adf.ts'
import { readJsonLd, readMetadata } from './metadata.ts'

/** What a mail says, and which step of the ladder read it. */
export interface ReadMail {
  fields: MailFields
  read_by: MailReader
}

/** Lines of the reader of a sender; `null` when there is none. */
export type ReadersOf = (sender: string) => Promise<readonly ReaderLine[] | null>

/** Climbs down the ladder: the first step that finds somebody who can be reached is the one. `null` leaves it to a person. */
export async function climb(mail: ReadableMail, readersOf: ReadersOf, depth = 0): Promise<ReadMail | null> {
  const steps: [MailReader, () => MailFields | null | Promise<MailFields | null>][] = [
    ['metadata', () => readMetadata(mail.html)],
    ['json-ld', () => readJsonLd(mail.html)],
    ['adf', () => adfOf(mail)],
    [
      'reader',
      async () => {
        const lines = await readersOf(mail.sender)
        return lines && readBy(lines, mail)
      },
    ],
    ['labels', () => withReplyTo(readLabels(mail.text), mail)],
  ]
  for (const [read_by, step] of steps) {
    const found = await step()
    const fields = found && usableFields(found)
    if (fields && !isPortalItself(fields, mail)) return { fields, read_by }
  }
  if (depth > 0) return null
  for (const attached of mail.attachedMails) {
    const read = await climb(await parseMail(attached), readersOf, depth + 1)
    if (read) return read
  }
  return null
}

function adfOf(mail: ReadableMail): MailFields | null {
  for (const text of [...mail.attached, mail.text, unescapedAdf(mail.html)]) {
    const xml = adfIn(text)
    const fields = xml === null ? null : readAdf(xml)
    if (fields) return fields
  }
  return null
}

/** ADF within HTML is written with entities, or as it is. */
const unescapedAdf = (html: string): string =>
  /&lt;adf/i.test(html)
    ? html
        .replace(/<br\s{0,5}\/?>/gi, '\n')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
    : html

/** A portal that writes in somebody's name often has their address as the one to answer to. */
function withReplyTo(fields: MailFields | null, { reply_to, sender }: ReadableMail): MailFields | null {
  if (!fields || fields.email || reply_to === null || reply_to === sender) return fields
  const hasName = Boolean(fields.first_name || fields.last_name)
  return hasName ? { ...fields, email: emailIn(reply_to) } : fields
}

/** The sender's own address in its footer is nobody who asks. */
export function isPortalItself({ email, phone }: MailFields, { sender }: Pick<ReadableMail, 'sender'>): boolean {
  return (
    !phone && email !== null && email !== undefined && email === sender && /^(leads?|info|support|help)@/.test(sender)
  )
}
