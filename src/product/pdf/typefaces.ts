import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

/** A weight, as typefaces count it. */
export type Weight = 400 | 600

/** A file of a typeface: some of its characters, as its package cuts them. */
export interface Slice {
  family: string
  name: string
}

/** What writes everything that no script below claims: Latin, Cyrillic, Greek, digits. */
const LATIN = 'inter'

/** The typefaces of other scripts, by what Unicode says of a character (UAX 24, script extensions). */
const scripts: readonly (readonly [family: string, claims: RegExp])[] = [
  ['noto-sans-sc', /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u],
  ['noto-sans-kr', /\p{scx=Hang}/u],
  ['noto-sans-arabic', /\p{scx=Arab}/u],
  ['noto-sans-hebrew', /\p{scx=Hebr}/u],
  ['noto-sans-devanagari', /\p{scx=Deva}/u],
  ['noto-sans-gurmukhi', /\p{scx=Guru}/u],
  ['noto-sans-gujarati', /\p{scx=Gujr}/u],
  ['noto-sans-bengali', /\p{scx=Beng}/u],
  ['noto-sans-tamil', /\p{scx=Taml}/u],
  ['noto-sans-thai', /\p{scx=Thai}/u],
]

interface CutSlice extends Slice {
  ranges: readonly (readonly [from: number, to: number])[]
}

const { resolve } = createRequire(import.meta.url)

/** Where the package of a typeface lists its files. */
const listOf = (family: string) => resolve(`@fontsource-variable/${family}/unicode.json`)

/** Read when a document first needs them: most processes write none. */
const read = new Map<string, readonly CutSlice[]>()

function slicesOf(family: string): readonly CutSlice[] {
  const slices = read.get(family) ?? readFamily(family)
  read.set(family, slices)
  return slices
}

function readFamily(family: string): CutSlice[] {
  const named: Record<string, string> = JSON.parse(readFileSync(listOf(family), 'utf8'))
  return Object.entries(named).map(([name, ranges]) => ({
    family,
    name: name.replaceAll(/[[\]]/g, ''),
    ranges: ranges.split(',').map(readRange),
  }))
}

/** A range as stylesheets write it: `U+0590-05FF`, or one character alone (CSS Fonts 4, unicode-range). */
function readRange(range: string): readonly [number, number] {
  const [from = '', to = from] = range.replace('U+', '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

function has({ ranges }: CutSlice, character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return ranges.some(([from, to]) => code >= from && code <= to)
}

/**
 * The file that has a character; `null` when no typeface has it. What joins or marks characters belongs to the script of those
 * before it, so it stays in their file.
 */
export function sliceOf(character: string, before?: Slice): Slice | null {
  const joined =
    before && /\p{sc=Zinh}/u.test(character) ? slicesOf(before.family).find(({ name }) => name === before.name) : null
  if (joined && has(joined, character)) return joined
  const slice = found.get(character) ?? find(character)
  found.set(character, slice)
  return slice
}

const found = new Map<string, Slice | null>()

function find(character: string): Slice | null {
  const families = scripts.filter(([, claims]) => claims.test(character)).map(([family]) => family)
  return [...families, LATIN].flatMap(slicesOf).find(slice => has(slice, character)) ?? null
}

const ready = new Map<string, Promise<Uint8Array>>()

/** A file in one weight, as the writer of documents reads it: TrueType without axes. Made once for each. */
export function typeface({ family, name }: Slice, wght: Weight): Promise<Uint8Array> {
  const key = `${family} ${name} ${wght}`
  const known = ready.get(key)
  if (known) return known
  const made = makeTypeface(`${family}-${name}-wght-normal.woff2`, family, wght)
  ready.set(key, made)
  made.catch(() => ready.delete(key))
  return made
}

function makeTypeface(file: string, family: string, wght: Weight): Promise<Uint8Array> {
  const options = { targetFormat: 'truetype', keepAllGlyphs: true, variationAxes: { wght } } as const
  return subsetFont(readFileSync(join(dirname(listOf(family)), 'files', file)), undefined, options)
}
