import type { EmailSource } from '../../src/platform/server/mail/compose.ts'
import { type Names, namesOf, parseHtml, parseText } from '../../src/platform/server/mail/template/parse.ts'

/** A compiled e-mail as a file of TypeScript, with the type of its values. `toMail` is the way from there to the platform's mail. */
export function describeEmail(source: EmailSource, toMail: string): string {
  const { name, subject, html, text } = source
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Email`
  const names = namesOf([parseText(subject), parseHtml(html), parseText(text)])
  return `// Made from ${name}.mjml: run \`vitest run scripts/emails -u\` after changing it. Do not edit.
import { defineEmail, type EmailTemplate } from '${toMail}/compose.ts'

export type ${type} = ${typeOf(names, '')}

export const ${name}Email: EmailTemplate<${type}> = defineEmail({
  name: '${name}',
  subject: ${literal(subject)},
  html: ${literal(html)},
  text: ${literal(text)},
})
`
}

const typeOf = (names: Names, indent: string): string => {
  const members = Object.entries(names)
    .filter(([name]) => !name.includes('.'))
    .map(([name, items]) => `${indent}  ${name}: ${items ? `readonly ${typeOf(items, `${indent}  `)}[]` : 'string'}\n`)
  return `{\n${members.join('')}${indent}}`
}

const literal = (text: string): string => `\`${text.replace(/[\\`]|\$\{/g, match => `\\${match}`)}\``
