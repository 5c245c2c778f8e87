/** What a letter of the product says; both bodies are made of it. */
export interface Letter {
  heading: string
  paragraphs: readonly string[]
  /** The one thing to do; `null` when there is no address for it. */
  action: { label: string; url: string } | null
  /** Why the reader gets this. */
  footer: string
  /** Colour of the button, as #rrggbb. */
  accent: string
}

/** The same letter for programs that show HTML and for those that do not. Everything in it is text, nothing is markup. */
export function writeLetter(letter: Letter): { html: string; text: string } {
  return { html: htmlOf(letter), text: textOf(letter) }
}

/** The heading is the subject again, which stands above the text already. */
function textOf({ paragraphs, action, footer }: Letter): string {
  const act = action ? [`${action.label}: ${action.url}`] : []
  return `${[...paragraphs, ...act, `-- \n${footer}`].join('\n\n')}\n`
}

const PARAGRAPH = 'margin:0 0 16px;font-size:15px;line-height:24px;color:#171a1f'

// Programs that show mail know tables and inline styles, and little else.
function htmlOf({ heading, paragraphs, action, footer, accent }: Letter): string {
  const body = paragraphs.map(text => `<p style="${PARAGRAPH}">${escaped(text)}</p>`).join('\n')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#4d5056">Or open ${escaped(action.url)}</p>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(heading)}</title></head>
<body style="margin:0;background:#ffffff;font-family:Inter,system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left"><tr><td>
<h1 style="margin:0 0 20px;font-size:22px;line-height:28px;font-weight:600;color:#171a1f">${escaped(heading)}</h1>
${body}
${button}
<p style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #e3e5e8;font-size:12px;line-height:18px;color:#65696f">${escaped(footer)}</p>
</td></tr></table></td></tr></table></body></html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, letter => entities[letter] ?? letter)
