import { compile } from 'html-to-text'
import { defineEmail, type EmailSource, type EmailTemplate } from '../../../../platform/server/mail/compose.ts'
import { TemplateError } from '../../../../platform/server/mail/template/places.ts'
import { escapeHtml, type PlaceholderName, type PlaceholderValues, placeholdersIn } from '../../rules/placeholders.ts'
import { messageEmail } from '../emails/message.gen.ts'
import { PICTURES_PATH } from './content.ts'

/** What a written e-mail says below its body, beside the placeholders; all empty for one that needs no way out. */
export interface EmailFooter {
  /** Why the person gets it: "You asked about homes on property.test on Oct 30." */
  reason: string
  postal_address: string
  /** The footer is there when this is. */
  unsubscribe_url: string
}

/** The values of a written e-mail: its placeholders, and the footer. */
export type WrittenEmail = EmailTemplate<Readonly<Record<string, string>>>

const paragraphs = compile({
  wordwrap: false,
  formatters: {
    link(element, walk, builder) {
      const href = element.attribs?.href ?? ''
      walk(element.children, builder)
      builder.addInline(`: ${href.replace(/^(mailto|tel):/, '')}`, { noWordTransform: true })
    },
  },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'skip' },
    { selector: 'p', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'div.button', format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'ul', options: { itemPrefix: '- ', leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ol', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
})

const BUTTON = /<div class="button"><a href="([^"]*)">([^<]*)<\/a><\/div>/g

/** A button that Outlook draws as well: a table of one cell. */
const button = (_all: string, href: string, label: string) =>
  `<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:8px 0"><tr><td bgcolor="{{brand.accent}}" style="border-radius:6px;background-color:{{brand.accent}};padding:11px 20px"><a href="${href}" style="color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${label}</a></td></tr></table>`

const styles: readonly (readonly [RegExp, string])[] = [
  [/<p><\/p>/g, '<p>&nbsp;</p>'],
  [/<p>/g, '<p style="margin:0">'],
  [/<(ul|ol)>/g, '<$1 style="margin:0 0 0 22px;padding:0">'],
  [/<li><p style="margin:0">(.*?)<\/p><\/li>/gs, '<li>$1</li>'],
  [/<a href="([^"]*)">/g, '<a href="$1" class="link" style="color:{{brand.link}}">'],
  [/<img /g, '<img style="display:block;max-width:100%;height:auto;border:0;border-radius:8px" '],
]

/** Text without any markup as paragraphs; what has markup stays. */
const asHtml = (content: string): string =>
  /<[a-z]/i.test(content)
    ? content
    : content
        .split(/\n/)
        .map(line => `<p>${line}</p>`)
        .join('')

/** The subject, HTML and plain part of an e-mail from what somebody wrote, which was cleaned. Placeholders stay in all three. */
export function renderEmail({ subject, content }: { subject: string; content: string }): EmailSource {
  const written = asHtml(content)
  const buttons: string[] = []
  const marked = written.replace(BUTTON, (...found: [string, string, string]) => {
    buttons.push(button(...found))
    return `<button-${buttons.length - 1}>`
  })
  const styled = styles.reduce((html, [pattern, by]) => html.replace(pattern, by), marked)
  const body = styled.replace(/<button-(\d+)>/g, (_all, at: string) => buttons[Number(at)] ?? '')
  const { source } = messageEmail
  return {
    name: 'message',
    subject,
    html: put(put(source.html, 'subject', escapeHtml(subject)), 'body', body),
    text: put(
      source.text,
      'body',
      paragraphs(written)
        .replace(/\u00a0/g, ' ')
        .trim(),
    ),
  }
}

/** What an e-mail says without its markup. Text that has none stays as it is. */
export const plainText = (content: string): string =>
  /<[a-z]/i.test(content)
    ? paragraphs(content)
        .replace(/\u00a0/g, ' ')
        .trim()
    : content

const put = (template: string, name: string, text: string): string => template.split(`{{${name}}}`).join(text)

/**
 * A rendered e-mail as the mail client takes it. `base` is where the product is found (`emailLink`), for its pictures. Throws a
 * `TemplateError` where a placeholder stands in the address of a link.
 */
export function writtenEmail(source: EmailSource, base: string): WrittenEmail {
  const html = source.html.replaceAll(`src="${PICTURES_PATH}`, `src="${base}${PICTURES_PATH}`)
  const email = defineEmail<Readonly<Record<string, string>>>({ ...source, html })
  email.parsed()
  return email
}

/** The values that a written e-mail needs of those that a lead has. */
export function writtenValues(
  { subject, html }: EmailSource,
  values: PlaceholderValues,
  footer: EmailFooter = { reason: '', postal_address: '', unsubscribe_url: '' },
): Readonly<Record<string, string>> {
  const asked: Partial<Record<PlaceholderName, string>> = {}
  const body = html.replaceAll(/\{\{[?/]?(?:brand\.\w+|reason|postal_address|unsubscribe_url)\}\}/g, '')
  for (const name of placeholdersIn(subject, body)) asked[name] = values[name]
  return { ...asked, ...footer }
}

/** Whether what was rendered can be sent to anybody: no placeholder stands where no value is safe. */
export function isSendable(source: EmailSource): boolean {
  try {
    writtenEmail(source, 'https://check.invalid')
    return true
  } catch (error) {
    if (error instanceof TemplateError) return false
    throw error
  }
}
