import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'

/** Text of a mail that is looked at, at the most. */
const MAX_TEXT = 200_000

/** A mail as it is read: decoded, with its text also where it has HTML only. */
export interface InboundMail {
  /** Who wrote it; of a forwarded mail, who wrote the one inside. Lower case. */
  sender: string
  sender_name: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  /** ISO 8601; `null` when it says none. */
  sent_at: string | null
  /** The domain whose signature the receiving server found good. */
  signed_by: string | null
  has_bad_signature: boolean
  /** Texts of attached files that may hold the lead: ADF, mails that were forwarded whole. */
  attached: string[]
  attachedMails: Buffer[]
}

/** Attachments that are looked at. */
const MAX_ATTACHED = 5
const MAX_HTML = 1024 * 1024

/**
 * Decodes a mail that came in. `textOf` makes text of the HTML of a mail that has nothing else; the library's own way takes
 * time with the square of the length for some of it.
 */
export async function parseInbound(raw: Buffer, textOf: (html: string) => string): Promise<InboundMail> {
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipImageLinks: true, skipTextToHtml: true })
  const html = plain(typeof mail.html === 'string' ? mail.html.slice(0, MAX_HTML) : '')
  const [from] = mail.from?.value ?? []
  const text = plain(mail.text?.trim() ? mail.text : textOf(html)).slice(0, MAX_TEXT)
  const forwarded = forwardedFrom(text)
  const verdict = verdictOf(mail)
  return {
    sender: (forwarded?.address ?? from?.address ?? '').toLowerCase().slice(0, 254),
    sender_name: plain(forwarded?.name ?? from?.name ?? '').slice(0, 200),
    reply_to: addressOf(mail.replyTo),
    subject: plain(mail.subject ?? '').slice(0, 500),
    text,
    html,
    sent_at: mail.date && !Number.isNaN(mail.date.getTime()) ? mail.date.toISOString() : null,
    ...verdict,
    attached: mail.attachments
      .filter(({ contentType, filename }) => /xml|adf/i.test(`${contentType} ${filename ?? ''}`))
      .slice(0, MAX_ATTACHED)
      .map(({ content }) => plain(content.toString('utf8').slice(0, MAX_TEXT))),
    attachedMails: mail.attachments
      .filter(({ contentType, filename }) => contentType === 'message/rfc822' || /\.eml$/i.test(filename ?? ''))
      .slice(0, MAX_ATTACHED)
      .map(({ content }) => content),
  }
}

/** The database stores no null character, and no half of a character. */
const plain = (text: string): string => text.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed()

const addressOf = (given: AddressObject | undefined): string | null =>
  given?.value[0]?.address?.toLowerCase().slice(0, 254) ?? null

/**
 * What the server that received the mail wrote of its signature. Only its newest line counts: those below came with the
 * mail, and anybody can write them.
 */
function verdictOf(mail: ParsedMail): Pick<InboundMail, 'signed_by' | 'has_bad_signature'> {
  const line = mail.headerLines.find(({ key }) => key === 'authentication-results')?.line.slice(0, 2000) ?? ''
  const dkim = /\bdkim=(\w{1,20})([^;]{0,500})/i.exec(line)
  const domain = /header\.(?:d|i)=@?([\w.-]{1,253})/i.exec(dkim?.[2] ?? '')?.[1]?.toLowerCase() ?? null
  return { signed_by: dkim?.[1] === 'pass' ? domain : null, has_bad_signature: dkim?.[1] === 'fail' }
}

/** Who wrote the mail that somebody forwarded by hand. */
function forwardedFrom(text: string): { name: string; address: string } | null {
  const lines = text.slice(0, 20_000).split('\n')
  const start = lines.findIndex(line =>
    /^[>\s]*(-{2,} ?(Forwarded message|Original Message|Message transf[ée]r[ée]|Message d.origine)|Begin forwarded message|D[ée]but du message r[ée]exp[ée]di[ée])/i.test(
      line.slice(0, 200),
    ),
  )
  if (start < 0) return null
  for (const line of lines.slice(start + 1, start + 10)) {
    const found = /^[>\s*]*(?:From|De)\s*:[\s*]*([^<\n]{0,150})<(?:mailto:)?([^\s<>@]{1,64}@[^\s<>@]{1,190})>/i.exec(
      line.slice(0, 500),
    )
    if (found) return { name: (found[1] ?? '').replace(/["*]/g, '').trim(), address: found[2] ?? '' }
  }
  return null
}
