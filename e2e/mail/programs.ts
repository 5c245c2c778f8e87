import type { Page } from '@playwright/test'

/** What a mail program makes of an e-mail before it shows it. */
export interface MailProgram {
  name: string
  width: number
  scheme: 'light' | 'dark'
  /** Word widens a table for a word that is longer than a line, whatever one says to it. */
  breaksLongText: boolean
  /** Shows an e-mail in an empty page. */
  show(page: Page, html: string): Promise<void>
}

/** As Gmail shows mail of other accounts: the body within a page of its own, without comments, style sheets, classes and ids. */
async function showLikeGmail(page: Page, html: string): Promise<void> {
  await page.setContent(html)
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT)
    const comments: Node[] = []
    while (walker.nextNode()) comments.push(walker.currentNode)
    for (const comment of comments) comment.parentNode?.removeChild(comment)
    for (const element of document.querySelectorAll('style, head > *, script')) element.remove()
    for (const element of document.querySelectorAll<HTMLElement>('body, body *')) {
      element.removeAttribute('class')
      element.removeAttribute('id')
      element.style.removeProperty('position')
    }
    // The body becomes part of Gmail's page, which has its own.
    document.body.style.margin = '0'
    document.body.style.fontFamily = 'Arial, Helvetica, sans-serif'
  })
}

/** What the engine of Word does not know, and Outlook for Windows with it. */
const UNKNOWN_TO_WORD = [
  'border-radius',
  'max-width',
  'min-width',
  'max-height',
  'background-image',
  'box-shadow',
  'overflow',
  'opacity',
  'float',
  'position',
  'flex',
  'word-break',
]

/** As Outlook for Windows shows it: what is said only to it, no media queries, and of the box model what tables can do. */
async function showLikeOutlook(page: Page, html: string): Promise<void> {
  const forOutlook = html
    .replace(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, '')
    .replace(/<!--\[if (?:mso(?: \| IE)?)\]>([\s\S]*?)<!\[endif\]-->/g, '$1')
    .replace(/<!--[\s\S]*?-->/g, '')
    // It pads the cell of a button, and not the link in it.
    .replace(/mso-padding-alt:/g, '--word-padding:')
  await page.setContent(forOutlook)
  await page.evaluate(unknown => {
    for (const style of document.querySelectorAll('style')) if (/@media|media=/.test(style.outerHTML)) style.remove()
    for (const element of document.querySelectorAll<HTMLElement>('body, body *')) {
      const { style, tagName } = element
      for (const property of unknown) style.removeProperty(property)
      if (style.display !== 'none') style.removeProperty('display')
      if (/^(DIV|P|SPAN|A)$/.test(tagName))
        for (const property of ['width', 'height', 'padding']) style.removeProperty(property)
      if (tagName === 'IMG') for (const property of ['width', 'height']) style.removeProperty(property)
      const padding = style.getPropertyValue('--word-padding')
      if (padding && tagName === 'TD') style.padding = padding
    }
  }, UNKNOWN_TO_WORD)
}

/** As a program that knows the standards shows it, such as that of phones. */
const showAsItIs = (page: Page, html: string) => page.setContent(html)

export const mailPrograms: readonly MailProgram[] = [
  { name: 'Gmail on a phone', width: 390, scheme: 'light', breaksLongText: true, show: showLikeGmail },
  { name: 'Gmail on a desktop', width: 600, scheme: 'light', breaksLongText: true, show: showLikeGmail },
  { name: 'Outlook', width: 800, scheme: 'light', breaksLongText: false, show: showLikeOutlook },
  { name: 'a phone', width: 390, scheme: 'light', breaksLongText: true, show: showAsItIs },
  { name: 'a phone at night', width: 390, scheme: 'dark', breaksLongText: true, show: showAsItIs },
]
