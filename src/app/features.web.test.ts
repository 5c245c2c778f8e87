import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { webPages } from './features.web.ts'

const root = new URL('../', import.meta.url)
const names = (folder: string) =>
  readdirSync(new URL(folder, root), { withFileTypes: true }).filter(entry => entry.isDirectory())
const list = readFileSync(new URL('app/features.web.ts', root), 'utf8')

test('every feature with a browser’s side, and every screen, is in the list', () => {
  const features = names('features/')
    .filter(({ name }) => readdirSync(new URL(`features/${name}/`, root)).includes('web'))
    .map(({ name }) => `'../features/${name}/web/feature.ts'`)
  const screens = names('screens/').map(({ name }) => `'../screens/${name}/feature.ts'`)
  expect([...features, ...screens].filter(path => !list.includes(path))).toEqual([])
})

test('no two pages share an address', () => {
  const paths = webPages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})
