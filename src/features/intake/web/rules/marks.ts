import type { MailField, MailMark } from '../../contract/mails.ts'

/** A stretch of a mail's text: plain, or the value of a field. */
export interface Segment {
  text: string
  start: number
  field: MailField | null
}

/** A text cut at its marks. */
export function segmentsOf(text: string, marks: readonly MailMark[], part: MailMark['part']): Segment[] {
  const segments: Segment[] = []
  let at = 0
  for (const mark of marks.filter(each => each.part === part).toSorted((one, other) => one.start - other.start)) {
    if (mark.start < at || mark.end > text.length) continue
    if (mark.start > at) segments.push({ text: text.slice(at, mark.start), start: at, field: null })
    segments.push({ text: text.slice(mark.start, mark.end), start: mark.start, field: mark.field })
    at = mark.end
  }
  if (at < text.length) segments.push({ text: text.slice(at), start: at, field: null })
  return segments
}

/** A selection as somebody meant it: without the spaces that a double click takes along; `null` when nothing is left. */
export function trimmedRange(text: string, start: number, end: number): { start: number; end: number } | null {
  let [from, to] = start <= end ? [start, end] : [end, start]
  while (from < to && /\s/.test(text[from] ?? '')) from++
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--
  return from < to ? { start: from, end: to } : null
}

/** The marks with one more: it takes the place of the field's own, and of those that it overlaps. */
export const withMark = (marks: readonly MailMark[], mark: MailMark): MailMark[] => [
  ...marks.filter(
    each => each.field !== mark.field && (each.part !== mark.part || each.end <= mark.start || each.start >= mark.end),
  ),
  mark,
]

/** What each mark says. */
export const valueOfMark = (mail: { subject: string; text: string }, mark: MailMark): string =>
  mail[mark.part].slice(mark.start, mark.end).replace(/\s+/g, ' ')

const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/u
const PHONE = /\+?\(?\d[\d ().-]{7,16}\d/
const MLS = /\b[A-Z]\d{6,8}\b/

/** What is marked before anybody does: an address, a number and an MLS number that stand in the mail. */
export function suggestedMarks(mail: { subject: string; text: string; sender: string }): MailMark[] {
  const find = (field: MailField, part: MailMark['part'], pattern: RegExp): MailMark[] => {
    const found = pattern.exec(mail[part].slice(0, 20_000))
    if (!found || found[0].toLowerCase() === mail.sender) return []
    return [{ field, part, start: found.index, end: found.index + found[0].length }]
  }
  const mls = find('mls_number', 'subject', MLS)
  return [
    ...find('email', 'text', EMAIL),
    ...find('phone', 'text', PHONE),
    ...(mls.length > 0 ? mls : find('mls_number', 'text', MLS)),
  ]
}
