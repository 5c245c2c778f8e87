import sanitizeHtml from 'sanitize-html'

const inline = [
  'color',
  'font',
  'font-weight',
  'font-style',
  'font-size',
  'font-family',
  'line-height',
  'text-decoration',
]
const boxes = [
  'background',
  'background-color',
  'border',
  'border-radius',
  'display',
  'margin',
  'padding',
  'text-align',
]
const sizes = ['width', 'max-width', 'min-width', 'height', 'vertical-align', 'white-space']
const sides = ['top', 'right', 'bottom', 'left'].flatMap(side => [
  `border-${side}`,
  `margin-${side}`,
  `padding-${side}`,
])
const safeValue = /^(?!.*(?:url\s*\(|expression\s*\(|@import))[^<>\\]{1,200}$/i

/**
 * HTML from outside without anything that runs, asks for input, or is fetched from elsewhere than this page. Pictures that
 * the product serves itself, at the address by which e-mails name it, are shown.
 */
export const cleanHtml = (html: string, ownAddress: string | null = null): string =>
  sanitizeHtml(html, {
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
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
    allowedStyles: {
      '*': Object.fromEntries([...inline, ...boxes, ...sizes, ...sides].map(name => [name, [safeValue]])),
    },
    transformTags: {
      img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, src: ownPicture(attribs.src ?? '', ownAddress) } }),
      a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
    },
  })

/** A picture of the product as this page reaches it; any other address as it is. */
function ownPicture(src: string, ownAddress: string | null): string {
  const path = ownAddress !== null && src.startsWith(ownAddress) ? src.slice(ownAddress.length) : ''
  return /^\/(photos|pictures|marks)\//.test(path) ? path : src
}
