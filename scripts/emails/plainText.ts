import { compile } from 'html-to-text'

/** A tag of MJML, with the tags or the HTML within it. */
export interface Markup {
  tagName: string
  attributes?: Readonly<Record<string, unknown>>
  content?: string
  children?: readonly Markup[]
}

/** `label: address`; of links that repeat what stands beside them (`quiet`) only the label. */
const linesOf = compile({
  wordwrap: false,
  formatters: {
    link(element, walk, builder) {
      const { href = '', class: names = '' } = element.attribs ?? {}
      walk(element.children, builder)
      if (!names.split(' ').includes('quiet')) builder.addInline(`: ${href}`, { noWordTransform: true })
    },
  },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'skip' },
    { selector: '.html-only', format: 'skip' },
    ...['p', 'h1', 'div', '.line'].map(selector => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
})

/** The plain part of an e-mail, from the markup that its HTML is made of: a paragraph for each text, a line for each button. */
export const plainTextOf = (json: Markup): string =>
  `${piecesOf(json)
    .join('')
    .replace(/\u00a0/g, ' ')
    .replace(/^ +\n/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`

function piecesOf({ tagName, attributes, content = '', children = [] }: Markup): string[] {
  const names = String(attributes?.['css-class'] ?? '').split(' ')
  if (tagName === 'mj-head' || names.includes('html-only')) return []
  if (tagName === 'mj-text') return [`${linesOf(content)}\n\n`]
  if (tagName === 'mj-button') return [`${linesOf(content)}: ${attributes?.href}\n\n`]
  if (tagName === 'mj-raw') return /^\s*(\{\{[#?/][\w.]+\}\}\s*)+$/.test(content) ? [`${content.trim()}\n`] : []
  const inside = children.flatMap(piecesOf)
  return names.includes('footer') ? ['-- \n', ...inside] : inside
}
