import type { Config } from '../config.ts'

/** What an e-mail of the product says; both bodies are made from it. */
export interface Email {
  heading: string
  /** The sender, above the heading, where the reader may not know. */
  sender?: string
  paragraphs: readonly string[]
  /** Things the e-mail lists, one below the other. */
  entries?: readonly EmailEntry[]
  /** The one thing to do; `null` when there is no address for it. */
  action: { label: string; url: string } | null
  /** Why the reader gets this, and from whom. */
  footer: string
  /** Small links under the footer, such as the way out. */
  footerLinks?: readonly EmailLink[]
  /** Colour of the button, as #rrggbb. */
  accent: string
}

export interface EmailLink {
  label: string
  url: string
}

/** One thing of several: a headline that leads somewhere, its figure, what is new about it, and its facts. */
export interface EmailEntry {
  title: string
  url: string
  figure: string
  /** What is new, in a word or two. */
  news: string
  facts: readonly string[]
  links: readonly EmailLink[]
  /** Stands above; where pictures are not shown, its words do. */
  picture?: { url: string; alt: string }
}

/** The size of pictures in an e-mail; narrower on a phone. */
const PICTURE = { width: 520, height: 347 }

/** The accent of each brand, as in the tokens of the look. */
export const emailAccents: Readonly<Record<Config['brand'], string>> = {
  property: '#2862d3',
  condos: '#017b74',
  mrloft: '#a34f22',
}

/** The same on dark paper, as text. */
const darkAccents: Readonly<Record<string, string>> = {
  [emailAccents.property]: '#89b2fe',
  [emailAccents.condos]: '#7fc1bb',
  [emailAccents.mrloft]: '#e3a182',
}

/** Where links in e-mails lead; `null` when nobody said. A job has no request whose address it could take. */
export function emailLink({ publicUrl, mode, port }: Pick<Config, 'publicUrl' | 'mode' | 'port'>): string | null {
  if (publicUrl) return publicUrl.replace(/\/+$/, '')
  return mode === 'demo' ? `http://127.0.0.1:${port}` : null
}

/** The same e-mail for programs that show HTML and for those that do not. Everything in it is text, nothing is markup. */
export function renderEmail(email: Email): { html: string; text: string } {
  return { html: htmlOf(email), text: textOf(email) }
}

/** The heading is the subject again, which stands above the text already. */
function textOf({ paragraphs, entries = [], action, footer, footerLinks = [] }: Email): string {
  const pressed = action ? [`${action.label}: ${action.url}`] : []
  const linkLines = (links: readonly EmailLink[]) => links.map(({ label, url }) => `${label}: ${url}`)
  const things = entries.map(({ title, url, figure, news, facts, links }) =>
    [title, [figure, news].filter(Boolean).join(' · '), ...facts, url, ...linkLines(links)].join('\n'),
  )
  const end = [footer, ...linkLines(footerLinks)].join('\n')
  return `${[...paragraphs, ...things, ...pressed, `-- \n${end}`].join('\n\n')}\n`
}

/**
 * What mail programs that know how make of the inline colours at night. Classes, because a style attribute knows no media; of
 * the rest, some turn colours around by themselves, and the others stay light.
 */
const darkStyles = (accent: string): string => `<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#111316!important}
.ink{color:#edf0f6!important}.ink2{color:#b3b6bb!important}.ink3{color:#96989d!important}
.rule{border-color:#25272b!important}
.accent{color:${darkAccents[accent] ?? '#89b2fe'}!important}
}</style>`

/** An e-mail as a screen shows it inside a page, whose own rules say which styles hold: without those for the night. */
export const lightOnly = (html: string): string => html.replace(/<style>[\s\S]*?<\/style>\n?/, '')

const PARAGRAPH = 'margin:0 0 16px;font-size:15px;line-height:24px;color:#171a1f'
const SMALL = 'font-size:13px;line-height:20px;color:#4d5056'
const FOOT = 'font-size:12px;line-height:18px;color:#65696f'

// Programs that show mail know tables and inline styles, and little else.
function htmlOf({
  heading,
  sender,
  paragraphs,
  entries = [],
  action,
  footer,
  footerLinks = [],
  accent,
}: Email): string {
  const body = paragraphs.map(text => `<p class="ink" style="${PARAGRAPH}">${escaped(text)}</p>`).join('\n')
  const things = entries.map(entry => entryOf(entry, accent)).join('\n')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>
<p class="ink2" style="margin:0 0 16px;${SMALL}">Or open ${escaped(action.url)}</p>`
    : ''
  const out = footerLinks.map(link => anchor(link, '#4d5056', 'ink2')).join(' &nbsp; ')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(heading)}</title>
${darkStyles(accent)}
</head>
<body class="paper" style="margin:0;background:#ffffff;font-family:Inter,system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left"><tr><td>
${sender ? `<p class="ink3" style="margin:0 0 12px;${FOOT};font-weight:600">${escaped(sender)}</p>\n` : ''}<h1 class="ink" style="margin:0 0 20px;font-size:22px;line-height:28px;font-weight:600;color:#171a1f">${escaped(heading)}</h1>
${body}
${things}
${button}
<p class="ink3 rule" style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #e3e5e8;${FOOT}">${escaped(footer)}</p>
${out ? `<p class="ink3" style="margin:8px 0 0;${FOOT}">${out}</p>` : ''}
</td></tr></table></td></tr></table></body></html>
`
}

const anchor = ({ label, url }: EmailLink, colour: string, name: string) =>
  `<a class="${name}" href="${escaped(url)}" style="color:${colour};text-decoration:underline">${escaped(label)}</a>`

const entryOf = ({ title, url, figure, news, facts, links, picture }: EmailEntry, accent: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="rule" style="padding:16px 0;border-top:1px solid #e3e5e8">
${picture ? pictureOf(picture, url) : ''}<p class="ink" style="margin:0 0 4px;font-size:20px;line-height:26px;font-weight:600;color:#171a1f">${escaped(figure)}${news ? ` <span class="ink2" style="font-size:13px;line-height:20px;font-weight:400;color:#4d5056">${escaped(news)}</span>` : ''}</p>
<p style="margin:0 0 4px;font-size:15px;line-height:22px"><a class="accent" href="${escaped(url)}" style="color:${accent};font-weight:500;text-decoration:none">${escaped(title)}</a></p>
${facts.map(fact => `<p class="ink2" style="margin:0 0 4px;${SMALL}">${escaped(fact)}</p>`).join('\n')}
${links.length > 0 ? `<p style="margin:8px 0 0;${SMALL}">${links.map(link => anchor(link, accent, 'accent')).join(' &nbsp; ')}</p>` : ''}
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
const escaped = (text: string) => text.replace(/[&<>"']/g, email => entities[email] ?? email)
