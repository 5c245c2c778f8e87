import { parse } from 'csv-parse/browser/esm/sync'
import { cleanName, foldName, MAX_DEPTH, type TreeArea, treeOf } from './tree.ts'

/** Lines of one paste at most. */
export const MAX_LINES = 5000
/** Characters of a name at most. */
export const MAX_NAME = 80

/** An area of a pasted tree: its name behind those that it lies in. */
interface PastedArea {
  line: number
  path: string[]
}

/** A line that cannot be used, and why. */
interface PasteProblem {
  line: number
  said: string
}

/** What a text says, line by line. */
interface Pasted {
  areas: PastedArea[]
  problems: PasteProblem[]
}

/**
 * Reads a tree of areas from text: a line for each area, indented below what it lies in; or columns from the city to the
 * neighborhood, parted by tabs, semicolons or commas, as tables are copied.
 */
export function readPaste(text: string): Pasted {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== '')
  if (lines.length > MAX_LINES)
    return { areas: [], problems: [{ line: MAX_LINES + 1, said: `More than ${MAX_LINES} lines: paste it in parts.` }] }
  const isIndented = lines.some(({ content }) => /^[ \t]+\S/.test(content)) && !/^\t/.test(lines[0]?.content ?? '')
  const read = isIndented ? readIndented(lines) : lines.map(readColumns)
  const pasted: Pasted = { areas: [], problems: [] }
  for (const { line, path } of read) {
    const said = whyNotPath(path)
    if (said) pasted.problems.push({ line, said })
    else pasted.areas.push({ line, path: path.map(cleanName) })
  }
  return pasted
}

function whyNotPath(path: readonly string[]): string | null {
  if (path.length > MAX_DEPTH) return 'Lies too deep: areas are cities, districts and neighborhoods.'
  if (path.some(name => cleanName(name) === '')) return 'Lies in nothing: name what it lies in first.'
  const long = path.find(name => cleanName(name).length > MAX_NAME)
  return long ? `“${long.slice(0, 20)}…” is longer than ${MAX_NAME} characters.` : null
}

interface Line {
  line: number
  content: string
}

function readIndented(lines: readonly Line[]): PastedArea[] {
  const open: { indent: number; name: string }[] = []
  return lines.map(({ content, line }) => {
    const indent = (/^[ \t]*/.exec(content)?.[0] ?? '').replaceAll('\t', '    ').length
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    open.push({ indent, name: content.replace(/^[\s\-*•]+/, '') })
    return { line, path: open.map(({ name }) => name) }
  })
}

const separators = ['\t', ';', ','] as const

function readColumns({ content, line }: Line): PastedArea {
  const separator = separators.find(one => content.includes(one))
  const cells = separator ? cellsOf(content, separator) : [content]
  const last = cells.findLastIndex(cell => cell.trim() !== '')
  return { line, path: cells.slice(0, last + 1) }
}

/** Cells of a line, of which those in quotation marks may hold the separator; a mark that nothing closes is a character like any other. */
function cellsOf(content: string, separator: string): string[] {
  try {
    return parse(content, { delimiter: separator, relax_quotes: true })[0] ?? []
  } catch {
    return content.split(separator)
  }
}

/** What a paste would add: each new area once, parents before what lies in them; and how many are there already. */
interface PastePlan {
  added: string[][]
  known: number
}

/** Compares a paste with the areas that there are. */
export function planPaste(areas: readonly TreeArea[], pasted: readonly PastedArea[]): PastePlan {
  const there = new Set(pathsOf(areas))
  const seen = new Set<string>()
  const plan: PastePlan = { added: [], known: 0 }
  for (const { path } of pasted)
    for (let depth = 1; depth <= path.length; depth++) {
      const part = path.slice(0, depth)
      const key = keyOf(part)
      if (seen.has(key)) continue
      seen.add(key)
      if (there.has(key)) plan.known++
      else plan.added.push(part)
    }
  return plan
}

/** Two paths that differ only in case, accents or spaces lead to one area. */
export const keyOf = (path: readonly string[]): string => path.map(foldName).join('\n')

function pathsOf(areas: readonly TreeArea[]): string[] {
  const tree = treeOf(areas)
  const below = (parent: number | null, path: readonly string[]): string[] =>
    (tree.get(parent) ?? []).flatMap(({ id, name }) => [keyOf([...path, name]), ...below(id, [...path, name])])
  return below(null, [])
}
