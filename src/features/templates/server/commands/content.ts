import sanitizeHtml from 'sanitize-html'
import { CONTENT_WIDTH } from '../../rules/templates.ts'

/** Pictures of ours, as content names them: `/pictures/{name}.jpg`. */
export const PICTURES_PATH = '/pictures/'

/** What a person may write into an e-mail; everything else is taken out, its text stays. */
const options: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 'ul', 'ol', 'li', 'a', 'img', 'div'],
  allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width'], div: ['class'] },
  allowedClasses: { div: ['button'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'p',
    h2: 'p',
    h3: 'p',
    img: (tagName, attribs) => ({ tagName, attribs: isOwnPicture(attribs.src ?? '') ? withWidth(attribs) : {} }),
  },
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'img' && !attribs.src) || (tag === 'div' && attribs.class !== 'button') ? 'excludeTag' : false,
}

const isOwnPicture = (src: string): boolean => /^\/pictures\/[0-9a-f]{32}\.jpg$/.test(src)

/** Outlook knows no greatest width: without one of its own, a picture would be as wide as its file. */
const withWidth = ({ src = '', alt = '', width = '' }: sanitizeHtml.Attributes) => {
  const wanted = /^[1-9]\d{0,3}$/.test(width) ? Number(width) : CONTENT_WIDTH
  return { src, alt, width: String(Math.min(wanted, CONTENT_WIDTH)) }
}

/** The HTML that somebody wrote, without anything that an e-mail of ours does not hold. */
export const cleanContent = (content: string): string => sanitizeHtml(content, options).trim()
