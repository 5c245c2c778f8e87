import { type Names, namesOf, type Piece, parseHtml, parseText } from './template/parse.ts'
import { TemplateError } from './template/places.ts'
import { type Addresses, checkValues, fill, type Values } from './template/render.ts'

/** What an e-mail was compiled to: three templates over the same values. */
export interface EmailSource {
  /** By which errors and tests name it. */
  name: string
  subject: string
  html: string
  text: string
}

/** A kind of e-mail, with the values that each message of it needs. */
export interface EmailTemplate<Given extends Values> {
  readonly name: string
  /** What it was declared from, for e-mails whose body people write. */
  readonly source: EmailSource
  /** Reads the templates, the first time that they are needed. Throws a `TemplateError` that names what is wrong. */
  parsed(): ParsedEmail
  /** Only for the types: what one message is given. */
  readonly given?: Given
}

interface ParsedEmail {
  subject: readonly Piece[]
  html: readonly Piece[]
  text: readonly Piece[]
  names: Names
}

/** Whose e-mail it is, and how it looks. Colors as #rrggbb. */
export interface EmailBrand {
  name: string
  /** Of the button, under white text. */
  accent: string
  /** Of links, on white. */
  link: string
  /** Of links, on dark paper. */
  dark_link: string
  /** Address of a square picture beside the name, at least 48 pixels wide; empty for none. */
  logo: string
}

declare const composed: unique symbol

/** The content of an e-mail that may be sent. Only `composeEmail` makes one. */
export interface EmailContent {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly [composed]: true
}

/** Declares a kind of e-mail from what it was compiled to. */
export function defineEmail<Given extends Values>(source: EmailSource): EmailTemplate<Given> {
  const { name, subject, html, text } = source
  let parsed: ParsedEmail | null = null
  const parse = (): ParsedEmail => {
    const pieces = { subject: parseText(subject), html: parseHtml(html), text: parseText(text) }
    return { ...pieces, names: withoutBrand(namesOf(Object.values(pieces))) }
  }
  return { name, source, parsed: () => (parsed ??= named(name, parse)) }
}

/**
 * The door for everything that the product says by e-mail: fills a compiled template for one person. All values are text.
 * Throws a `TemplateError` by name of a value that is missing, unknown, or not fit for its place.
 */
export const composeEmail = <Given extends Values>(
  template: EmailTemplate<Given>,
  values: Given,
  brand: EmailBrand,
): EmailContent => filled(template, values, brand, 'absolute') as EmailContent

/**
 * The same e-mail for a page of the product, whose rules allow no styles but inline ones. Its links may lead nowhere (`#`), and
 * its pictures come from the page itself.
 */
export function previewEmail<Given extends Values>(
  template: EmailTemplate<Given>,
  values: Given,
  brand: EmailBrand,
): Pick<EmailContent, 'subject' | 'html' | 'text'> {
  const email = filled(template, values, brand, 'any')
  return { ...email, html: email.html.replace(/<style[\s\S]*?<\/style>\n?/g, '') }
}

function filled(template: EmailTemplate<Values>, values: Values, brand: EmailBrand, addresses: Addresses) {
  return named(template.name, () => {
    const { names, subject, html, text } = template.parsed()
    checkValues(names, values)
    const everywhere = new Map(Object.entries(brand).map(([name, value]) => [`brand.${name}`, String(value)]))
    const part = (pieces: readonly Piece[]) => fill(pieces, values, everywhere, addresses)
    return { subject: part(subject).trim(), html: part(html), text: tidied(part(text)) }
  })
}

/** Without the empty lines of what was left out. */
const tidied = (text: string) => `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`

const brandNames: Readonly<Record<keyof EmailBrand, null>> = {
  name: null,
  accent: null,
  link: null,
  dark_link: null,
  logo: null,
}

/** Names with a dot are those of the brand, wherever they stand. */
function withoutBrand(names: Names): Names {
  const own: Record<string, Names | null> = {}
  for (const [name, items] of Object.entries(names)) {
    const [, ofBrand] = /^brand\.(.*)$/.exec(name) ?? []
    if (name.includes('.') && !Object.hasOwn(brandNames, ofBrand ?? ''))
      throw new TemplateError(`There is no value "${name}".`)
    if (ofBrand === undefined) own[name] = items && withoutBrand(items)
  }
  return own
}

function named<Result>(name: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof TemplateError) throw new TemplateError(`E-mail "${name}": ${error.message}`)
    throw error
  }
}
