import sanitizeHtml from 'sanitize-html'

const inline = ['color', 'background-color', 'font-weight', 'font-style', 'font-size', 'font-family', 'line-height']
const boxes = ['text-align', 'text-decoration', 'padding', 'margin', 'border', 'border-radius', 'display', 'width']
const safeValue = /^(?!.*(?:url\s*\(|expression\s*\(|@import))[^<>\\]{1,200}$/i

/** HTML from outside without anything that runs, asks for input, or is fetched from elsewhere than this page. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'center', 'font'],
    allowedAttributes: {
      '*': ['style', 'align', 'valign', 'dir', 'lang', 'title', 'role'],
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      table: ['width', 'cellpadding', 'cellspacing', 'border', 'bgcolor'],
      td: ['width', 'height', 'colspan', 'rowspan', 'bgcolor'],
      th: ['width', 'height', 'colspan', 'rowspan', 'bgcolor'],
      font: ['color', 'size'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    allowedStyles: { '*': Object.fromEntries([...inline, ...boxes].map(name => [name, [safeValue]])) },
    transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }) },
  })
