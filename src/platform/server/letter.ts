import type { Config } from './config.ts'

/** What a letter of the product says; both bodies are made of it. */
export interface Letter {
  heading: string
  paragraphs: readonly string[]
  /** Things that the letter tells of, one below the other. */
  entries?: readonly LetterEntry[]
  /** The one thing to do; `null` when there is no address for it. */
  action: { label: string; url: string } | null
  /** Why the reader gets this, and from whom. */
  footer: string
  /** Small links under the footer, such as the way out. */
  footerLinks?: readonly LetterLink[]
  /** Colour of the button, as #rrggbb. */
  accent: string
}

export interface LetterLink {
  label: string
  url: string
}

/** One thing of several: a headline that leads somewhere, its figure, what is new about it, and its facts. */
export interface LetterEntry {
  title: string
  url: string
  figure: string
  /** What is new, in a word or two. */
  news: string
  facts: readonly string[]
  links: readonly LetterLink[]
  /** Stands above; where pictures are not shown, its words do. */
  picture?: { url: string; alt: string }
}

/** How wide and high pictures stand in a letter; narrower on a phone. */
const PICTURE = { width: 520, height: 347 }

/** The accent of each brand, as in the tokens of the look. */
export const letterAccents: Readonly<Record<Config['brand'], string>> = {
  property: '#2862d3',
  condos: '#017b74',
  mrloft: '#a34f22',
}

/** Where links in letters lead; `null` when nobody said. A job has no request whose address it could take. */
export function letterAddress({ publicUrl, mode, port }: Pick<Config, 'publicUrl' | 'mode' | 'port'>): string | null {
  if (publicUrl) return publicUrl.replace(/\/+$/, '')
  return mode === 'demo' ? `http://127.0.0.1:${port}` : null
}

/** The same letter for programs that show HTML and for those that do not. Everything in it is text, nothing is markup. */
export function writeLetter(letter: Letter): { html: string; text: string } {
  return { html: htmlOf(letter), text: textOf(letter) }
}

/** The heading is the subject again, which stands above the text already. */
function textOf({ paragraphs, entries = [], action, footer, footerLinks = [] }: Letter): string {
  const act = action ? [`${action.label}: ${action.url}`] : []
  const linkLines = (links: readonly LetterLink[]) => links.map(({ label, url }) => `${label}: ${url}`)
  const things = entries.map(({ title, url, figure, news, facts, links }) =>
    [title, [figure, news].filter(Boolean).join(' · '), ...facts, url, ...linkLines(links)].join('\n'),
  )
  const end = [footer, ...linkLines(footerLinks)].join('\n')
  return `${[...paragraphs, ...things, ...act, `-- \n${end}`].join('\n\n')}\n`
}

const PARAGRAPH = 'margin:0 0 16px;font-size:15px;line-height:24px;color:#171a1f'
const SMALL = 'font-size:13px;line-height:20px;color:#4d5056'
const FOOT = 'font-size:12px;line-height:18px;color:#65696f'

// Programs that show mail know tables and inline styles, and little else.
function htmlOf({ heading, paragraphs, entries = [], action, footer, footerLinks = [], accent }: Letter): string {
  const body = paragraphs.map(text => `<p style="${PARAGRAPH}">${escaped(text)}</p>`).join('\n')
  const things = entries.map(entry => entryOf(entry, accent)).join('\n')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;${SMALL}">Or open ${escaped(action.url)}</p>`
    : ''
  const out = footerLinks.map(link => anchor(link, '#4d5056')).join(' &nbsp; ')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(heading)}</title></head>
<body style="margin:0;background:#ffffff;font-family:Inter,system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left"><tr><td>
<h1 style="margin:0 0 20px;font-size:22px;line-height:28px;font-weight:600;color:#171a1f">${escaped(heading)}</h1>
${body}
${things}
${button}
<p style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #e3e5e8;${FOOT}">${escaped(footer)}</p>
${out ? `<p style="margin:8px 0 0;${FOOT}">${out}</p>` : ''}
</td></tr></table></td></tr></table></body></html>
`
}

const anchor = ({ label, url }: LetterLink, colour: string) =>
  `<a href="${escaped(url)}" style="color:${colour};text-decoration:underline">${escaped(label)}</a>`

const entryOf = ({ title, url, figure, news, facts, links, picture }: LetterEntry, accent: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:16px 0;border-top:1px solid #e3e5e8">
${picture ? pictureOf(picture, url) : ''}<p style="margin:0 0 4px;font-size:20px;line-height:26px;font-weight:600;color:#171a1f">${escaped(figure)}${news ? ` <span style="font-size:13px;line-height:20px;font-weight:400;color:#4d5056">${escaped(news)}</span>` : ''}</p>
<p style="margin:0 0 4px;font-size:15px;line-height:22px"><a href="${escaped(url)}" style="color:${accent};font-weight:500;text-decoration:none">${escaped(title)}</a></p>
${facts.map(fact => `<p style="margin:0 0 4px;${SMALL}">${escaped(fact)}</p>`).join('\n')}
${links.length > 0 ? `<p style="margin:8px 0 0;${SMALL}">${links.map(link => anchor(link, accent)).join(' &nbsp; ')}</p>` : ''}
</td></tr></table>`

// The words of a picture that is not shown stand on a pale ground, in a size that fits.
const pictureOf = ({ url, alt }: { url: string; alt: string }, target: string) =>
  `<p style="margin:0 0 12px"><a href="${escaped(target)}"><img src="${escaped(url)}" width="${PICTURE.width}" height="${PICTURE.height}" alt="${escaped(alt)}" style="display:block;width:100%;max-width:${PICTURE.width}px;height:auto;border:0;border-radius:8px;background:#e4eeff;font-size:13px;line-height:20px;color:#184db6"></a></p>
`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, letter => entities[letter] ?? letter)
