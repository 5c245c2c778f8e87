import { type CheerioAPI, load } from 'cheerio/slim'

/** HTML that is looked at, at the most: characters, and tags. A parser looks up the tags that are open for each new one. */
const MAX_HTML = 1024 * 1024
const MAX_TAGS = 4000

/** The beginning of a text with markup, as long as a parser reads in no time, whatever is in it. */
export function boundedMarkup(text: string, maxTags = MAX_TAGS): string {
  let at = -1
  for (let tags = 0; tags < maxTags; tags++) {
    at = text.indexOf('<', at + 1)
    if (at < 0 || at > MAX_HTML) return text.slice(0, MAX_HTML)
  }
  return text.slice(0, at)
}

const blocks = new Set(
  'address article aside blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody thead tr ul'.split(
    ' ',
  ),
)
const skipped = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])

/** The text of an HTML mail as somebody reads it: a line for each block, a tab between cells. Looks at each node once. */
export function textOfHtml(html: string): string {
  const $ = load(boundedMarkup(html))
  const text: string[] = []
  // A stack of our own: mails nest deeper than calls may.
  const waiting: (HtmlNode | string)[] = [...$.root().contents().toArray()].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') {
      text.push(node)
      continue
    }
    if (node.type === 'text') text.push(node.data.replace(/[\s\u00a0]+/g, ' '))
    if ('name' in node && node.name === 'br') text.push('\n')
    if (!('children' in node) || ('name' in node && skipped.has(node.name))) continue
    const after = 'name' in node ? breakAfter(node.name) : ''
    if (after === '\n') text.push('\n')
    if (after !== '') waiting.push(after)
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child) waiting.push(child)
    }
  }
  return tidied(text.join(''))
}

type HtmlNode = ReturnType<ReturnType<CheerioAPI['root']>['contents']>[number]

const breakAfter = (name: string): string => (blocks.has(name) ? '\n' : name === 'td' || name === 'th' ? '\t' : '')

/** No line begins or ends with spaces, and no two empty lines follow each other. */
function tidied(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const plain = line.trim()
    if (plain !== '' || lines.at(-1) !== '') lines.push(plain)
  }
  return lines.join('\n').trim()
}
