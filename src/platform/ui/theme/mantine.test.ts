import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const sources = new URL('../../../', import.meta.url).pathname
const packages = new URL('../../../../node_modules/@mantine', import.meta.url).pathname
const core = join(packages, 'core')

const read = (path: string) => readFileSync(path, 'utf8')
const namesIn = (text: string, from: RegExp) =>
  [...text.matchAll(from)].flatMap(([, names = '']) => names.split(',').map(name => name.trim().split(' as ')[0] ?? ''))
const importsOf = (library: string) => new RegExp(`import \\{([^}]*)\\} from ['"]@mantine/${library}['"]`, 'g')
const isValue = (name: string) => name !== '' && !name.startsWith('type ')

/** What our own screens, and the parts of other libraries that they use, take from Mantine. */
function componentsInUse(): Set<string> {
  const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(path => /(?<!\.test)\.tsx?$/.test(path))
    .map(path => read(join(sources, path)))
  const own = texts.flatMap(text => namesIn(text, importsOf('core')))
  const dates = texts.flatMap(text => namesIn(text, importsOf('dates'))).filter(isValue)
  const ofDates = reached(join(packages, 'dates'), dates).flatMap(text => namesIn(text, importsOf('core')))
  return new Set([...own, ...ofDates].filter(isValue))
}

/** The texts of all modules of a library that these of its names lead to. */
function reached(library: string, names: Iterable<string>): string[] {
  const index = read(join(library, 'esm/index.mjs'))
  const seen = new Map<string, string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    const text = read(path)
    seen.set(path, text)
    for (const [, next = ''] of text.matchAll(/from "(\.[^"]+)"/g)) visit(resolve(dirname(path), next))
  }
  for (const name of names) {
    const path = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`).exec(index)?.[1]
    if (path) visit(join(library, 'esm', path))
  }
  return [...seen.values()]
}

const classesIn = (text: string) => [...text.matchAll(/\bm_[0-9a-f]+\b/g)].map(([name]) => name)

it('has the styles of every component in use, and of no other', () => {
  const used = new Set(reached(core, componentsInUse()).flatMap(classesIn))
  const needed = readdirSync(join(core, 'styles'))
    .filter(name => name.endsWith('.css') && !name.endsWith('.layer.css'))
    .filter(name => classesIn(read(join(core, 'styles', name))).some(cssClass => used.has(cssClass)))
  const imported = [...read(new URL('mantine.ts', import.meta.url).pathname).matchAll(/styles\/(\w+\.css)'/g)]
  const components = imported.map(([, name]) => name).filter(name => /^[A-Z]/.test(name ?? ''))
  expect(components.toSorted()).toEqual(needed.toSorted())
})
