import { createRequire } from 'node:module'
import type { MJMLParsingOptions } from 'mjml-core'
import type { EmailSource } from '../../src/platform/server/mail/compose.ts'
import { type Markup, plainTextOf } from './plainText.ts'

// Both are CommonJS made from ES modules, whose default export each loader finds somewhere else.
const require = createRequire(import.meta.url)
const { default: mjml2html }: typeof import('mjml-core') = require('mjml-core')
const presetCore: unknown = require('mjml-preset-core')

/** What every kind of e-mail shares. */
const LAYOUT = new URL('../../src/platform/server/mail/layout/', import.meta.url).pathname

const options = {
  presets: [presetCore],
  keepComments: false,
  fonts: {},
  ignoreIncludes: false,
  filePath: LAYOUT,
} as MJMLParsingOptions

/** Text that programs show beside the subject ends with the preheader, and does not go on with the first lines. */
const PADDING = '&#847;&zwnj;&nbsp;'.repeat(40)

/** Compiles the markup of an e-mail to the templates that are filled for each person. Refuses what MJML does not know. */
export async function compileEmail(name: string, source: string): Promise<EmailSource> {
  const { html, errors, json } = await mjml2html(source.replace('</mj-preview>', `${PADDING}</mj-preview>`), options)
  const wrong = errors.filter(({ message }) => !isPlaceholder(message))
  if (wrong.length > 0) throw new Error(wrong.map(({ formattedMessage }) => `${name}: ${formattedMessage}`).join('\n'))
  return { name, subject: titleOf(json), html: compact(html), text: plainTextOf(json) }
}

/** A color that is filled in later is none yet for MJML; where it stands, only colors may be filled in. */
const isPlaceholder = (message: string) => /has invalid value: \{\{[\w.]+\}\} for type Color/.test(message)

function titleOf(json: Markup): string {
  const head = json.children?.find(({ tagName }) => tagName === 'mj-head')
  const title = head?.children?.find(({ tagName }) => tagName === 'mj-title')?.content
  if (!title) throw new Error('An e-mail has an mj-title: its subject.')
  return title.trim()
}

/** Without the indentation, which is a third of it. Mail programs cut long e-mails off. */
const compact = (html: string): string =>
  html
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\n(?!<)/g, ' ')
    .replace(/(<[a-z]+) +(?=[a-z])/g, '$1 ')
    .trim()
