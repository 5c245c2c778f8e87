import type { MailField, MailFields, MailMark, ReaderLine } from '../contract/mails.ts'
import { emailIn, MAX_TEXT, phoneIn } from './mailFields.ts'

interface ReadableMail {
  subject: string
  text: string
}

/** How far a message may reach beyond its line. */
const MAX_MESSAGE = 5000

/** Makes the lines of a reader of what a person marked in one mail; overlapping marks are left out. */
export function readerOf(mail: ReadableMail, marks: readonly MailMark[]): ReaderLine[] {
  const lines: ReaderLine[] = []
  for (const part of ['subject', 'text'] as const) {
    const text = mail[part]
    const sorted = marks
      .filter(mark => mark.part === part && mark.end > mark.start && mark.end <= text.length)
      .toSorted((one, other) => one.start - other.start)
    for (const group of byLine(text, sorted)) lines.push(lineOf(text, part, group))
  }
  return lines
}

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1
const lineEnd = (text: string, at: number) => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function byLine(text: string, marks: readonly MailMark[]): MailMark[][] {
  const groups: MailMark[][] = []
  for (const mark of marks) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (before && mark.start < before.end) continue
    if (group && before && lineStart(text, mark.start) === lineStart(text, before.start)) group.push(mark)
    else groups.push([mark])
  }
  return groups
}

function lineOf(text: string, part: ReaderLine['part'], marks: readonly MailMark[]): ReaderLine {
  const [first] = marks
  const last = marks.at(-1)
  if (!first || !last) throw new Error('A line of a reader has no field.')
  const literals = [text.slice(lineStart(text, first.start), first.start)]
  marks.forEach((mark, place) => {
    const next = marks[place + 1]
    literals.push(text.slice(mark.end, next ? next.start : lineEnd(text, mark.end)))
  })
  // A line that begins with a value is found by what stands above it.
  if (literals[0]?.trim() === '' && part === 'text') literals[0] = lineAbove(text, first.start)
  return { part, literals, fields: marks.map(({ field }) => field) }
}

/** The last line above that says something, with the line breaks after it. */
function lineAbove(text: string, at: number): string {
  let end = lineStart(text, at)
  while (end > 0) {
    const start = lineStart(text, end - 1)
    if (text.slice(start, end).trim() !== '') return text.slice(start, lineStart(text, at))
    end = start
  }
  return ''
}

/** What a reader finds in a mail; `null` when none of its lines is there. Looks at each character once for each line of the reader. */
export function readBy(lines: readonly ReaderLine[], mail: ReadableMail): MailFields | null {
  const found: MailFields = {}
  for (const line of lines) {
    const text = mail[line.part].slice(0, MAX_TEXT)
    for (const [field, value] of readLine(line, text)) found[field] ??= value
  }
  return Object.keys(found).length === 0 ? null : found
}

/** Reads one line: where its first text stands, then from one text to the next. */
function readLine({ literals, fields }: ReaderLine, text: string): [MailField, string][] {
  const [before = ''] = literals
  if (before.trim() === '' && literals.slice(1).every(literal => literal.trim() === '')) return []
  const start = before === '' ? 0 : startOf(text, before)
  if (start < 0) return []
  let at = start
  const found: [MailField, string][] = []
  for (const [place, field] of fields.entries()) {
    const after = literals[place + 1] ?? ''
    const limit = field === 'message' ? Math.min(text.length, at + MAX_MESSAGE) : lineEnd(text, at)
    const end = endOf(text, { at, limit, after, isMessage: field === 'message' })
    const value = fieldValue(field, text.slice(at, end.at))
    if (value !== null) found.push([field, value])
    if (!end.isFound) break
    at = end.at + after.length
  }
  return found
}

/** Behind the first text, which stands at the beginning of a line. */
function startOf(text: string, before: string): number {
  let from = 0
  for (;;) {
    const at = text.indexOf(before, from)
    if (at < 0) return -1
    if (at === 0 || text[at - 1] === '\n') return at + before.length
    from = at + before.length
  }
}

function endOf(
  text: string,
  { at, limit, after, isMessage }: { at: number; limit: number; after: string; isMessage: boolean },
): { at: number; isFound: boolean } {
  const window = text.slice(at, limit)
  const found = after === '' ? -1 : window.indexOf(after)
  if (found >= 0) return { at: at + found, isFound: true }
  const paragraph = isMessage ? window.search(/\n[ \t]*\n/) : -1
  return { at: paragraph < 0 ? limit : at + paragraph, isFound: after === '' }
}

/** A value that is what its field asks for; `null` for anything else, so that a mail which is laid out differently is not misread. */
function fieldValue(field: MailField, text: string): string | null {
  if (field === 'email') return emailIn(text)
  if (field === 'phone') return phoneIn(text)
  const value = text.trim()
  return value === '' || (field !== 'message' && value.length > 300) ? null : value
}
