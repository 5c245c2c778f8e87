import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { mailPrograms } from './mail/programs.ts'
import { samples } from './mail/samples.ts'

/** A photo of the size that listings have. */
const photo = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="427"><defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="#b9d3ee"/><stop offset="1" stop-color="#f3e7d3"/></linearGradient></defs><rect width="640" height="427" fill="url(#a)"/><path d="M150 330V200l170-100 170 100v130z" fill="#8a9aa8"/><path d="M285 330v-80h70v80z" fill="#54626e"/></svg>`

async function answerPictures(page: Page): Promise<void> {
  await page.route('https://crm.keyturn.test/**', route => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/marks/'))
      return route.fulfill({ body: readFileSync(`public${pathname}`), contentType: 'image/png' })
    return route.fulfill({ body: photo, contentType: 'image/svg+xml' })
  })
}

/** What is wrong with the picture of an e-mail, a line each: what sticks out, what cannot be seen or pressed, what is too small. */
const problemsOnPage = () => {
  const shown = document.querySelector('[role=article]') ?? document.body
  const problems: string[] = []
  const labelOf = (element: Element) => (element.textContent || element.getAttribute('src') || '').trim().slice(0, 60)
  if (document.documentElement.scrollWidth > window.innerWidth)
    problems.push(`The page is ${document.documentElement.scrollWidth} wide.`)
  for (const element of shown.querySelectorAll('p, h1, img, a, td')) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width > 0 && (left < 0 || right > window.innerWidth)) problems.push(`Sticks out: ${labelOf(element)}`)
  }
  for (const link of shown.querySelectorAll('a')) {
    link.scrollIntoView({ block: 'center' })
    const [box] = link.querySelector('img')
      ? [link.querySelector('img')?.getBoundingClientRect()]
      : link.getClientRects()
    const hit = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    if (!hit || !(link.contains(hit) || hit.contains(link))) problems.push(`Cannot be pressed: ${labelOf(link)}`)
    if (!/^(https?:|mailto:|tel:)/.test(link.getAttribute('href') ?? ''))
      problems.push(`Leads nowhere: ${labelOf(link)}`)
  }
  for (const image of shown.querySelectorAll('img')) {
    if (!image.hasAttribute('alt')) problems.push(`Has no words for a picture: ${labelOf(image)}`)
    const { width, height } = image.getBoundingClientRect()
    if (Math.abs(width / height - image.naturalWidth / image.naturalHeight) > 0.05)
      problems.push('A picture is distorted.')
  }
  const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (!parent || !texts.currentNode.nodeValue?.trim()) continue
    if (Number.parseFloat(getComputedStyle(parent).fontSize) < 12)
      problems.push(`Too small to read: ${labelOf(parent)}`)
  }
  return problems
}

/** The buttons of an e-mail: links on a ground of their own. */
const buttonsOnPage = () =>
  [...document.querySelectorAll('td[bgcolor] a')].map(link => {
    const cell = link.closest('td')
    const { width = 0, height = 0 } = cell?.getBoundingClientRect() ?? {}
    const { backgroundColor = '' } = cell ? getComputedStyle(cell) : {}
    return {
      label: link.textContent?.trim(),
      isLarge: width >= 80 && height >= 38,
      backgroundColor,
      color: getComputedStyle(link).color,
    }
  })

/** What axe finds: text that is too pale for its ground, pictures and links without words. */
const violationsOnPage = async (): Promise<string[]> => {
  const { violations } = await globalThis.axe.run(document, { runOnly: ['color-contrast', 'image-alt', 'link-name'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

test('there is a sample of each kind of e-mail', () => {
  const kinds = globSync('src/features/*/server/emails/*.mjml').map(path => basename(path, '.mjml'))
  expect([...new Set(samples.map(({ name }) => name.split(' ')[0]))].sort()).toEqual(kinds.sort())
})

for (const program of mailPrograms) {
  test.describe(`in ${program.name}`, () => {
    test.use({ viewport: { width: program.width, height: 900 }, colorScheme: program.scheme })

    test('each e-mail can be read and pressed', async ({ page }, testInfo) => {
      await answerPictures(page)
      for (const { name, content } of samples.filter(({ hasLongText }) => program.breaksLongText || !hasLongText)) {
        await test.step(name, async () => {
          await program.show(page, content.html)
          await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
          expect(await page.evaluate(problemsOnPage)).toEqual([])
          for (const button of await page.evaluate(buttonsOnPage))
            expect(button).toMatchObject({ isLarge: true, color: 'rgb(255, 255, 255)' })
          await page.addScriptTag({ content: axe.source })
          expect(await page.evaluate(violationsOnPage)).toEqual([])
          await page.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true })
        })
      }
    })
  })
}

test.describe('in Outlook', () => {
  test.use({ viewport: { width: 800, height: 900 } })

  test('an e-mail is 600 pixels wide', async ({ page }) => {
    await answerPictures(page)
    const outlook = mailPrograms.find(({ name }) => name === 'Outlook')
    for (const { content } of samples.filter(({ hasLongText }) => !hasLongText)) {
      await outlook?.show(page, content.html)
      const widths = await page.evaluate(() =>
        [...document.querySelectorAll('table[width="600"]')].map(table =>
          Math.round(table.getBoundingClientRect().width),
        ),
      )
      expect([...new Set(widths)]).toEqual([600])
    }
  })
})
