import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sources = new URL('../../../', import.meta.url).pathname

/** Pictures, whose colours are their own: what is drawn, and the mark of another company. */
const pictures = /\/drawings\/|GoogleMark|\/product\/brand\//
const written = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?![\w-])|\b(?:rgba?|hsla?|oklch|oklab)\(/i

/** The lines of a style sheet that name a colour; what an address or a comment holds is none. */
const coloursIn = (path: string): string[] =>
  readFileSync(join(sources, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/url\([^)]*\)/g, '')
    .split('\n')
    .filter(line => written.test(line))
    .map(line => `${path}: ${line.trim()}`)

it('takes the colours of every screen from the tokens', () => {
  const sheets = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.css') && !pictures.test(path))
    .flatMap(coloursIn)
  expect(sheets).toEqual([])
})
