import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A file of the project, by its path from the root. */
export interface SourceFile {
  path: string
  text: string
}

const folders = ['src', 'scripts', 'bin', 'bench', 'e2e']
const isCode = /\.(ts|tsx|mjs|css)$/

/** Every file of code. */
export function readSources(root: string): SourceFile[] {
  return folders
    .flatMap(folder => filesBelow(join(root, folder)).map(path => ({ path, text: readFileSync(path, 'utf8') })))
    .map(({ path, text }) => ({ path: relative(root, path), text }))
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && isCode.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
  } catch {
    return []
  }
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
