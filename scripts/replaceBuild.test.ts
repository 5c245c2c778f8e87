import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replaceBuild } from '../bin/replaceBuild.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyturn-build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function build(name: string, page: string, script: string): string {
  const path = join(folder, name)
  mkdirSync(join(path, 'assets'), { recursive: true })
  writeFileSync(join(path, 'index.html'), page)
  writeFileSync(join(path, 'assets', script), script)
  return path
}

it('a new build takes the place of the last one, whose scripts stay for the pages that are open', () => {
  const web = build('web', 'old', 'start-1.js')
  replaceBuild(web, build('building', 'new', 'start-2.js'))
  expect(readFileSync(join(web, 'index.html'), 'utf8')).toBe('new')
  expect(readdirSync(join(web, 'assets')).sort()).toEqual(['start-1.js', 'start-2.js'])
  expect(readdirSync(folder)).toEqual(['web'])
})

it('scripts that nobody can have open any more go', () => {
  const web = build('web', 'old', 'start-1.js')
  const longAgo = new Date(Date.now() - 8 * 86_400_000)
  utimesSync(join(web, 'assets', 'start-1.js'), longAgo, longAgo)
  replaceBuild(web, build('building', 'new', 'start-2.js'))
  expect(existsSync(join(web, 'assets', 'start-1.js'))).toBe(false)
})

it('the first build needs none before it', () => {
  replaceBuild(join(folder, 'web'), build('building', 'new', 'start-1.js'))
  expect(readFileSync(join(folder, 'web', 'index.html'), 'utf8')).toBe('new')
})
