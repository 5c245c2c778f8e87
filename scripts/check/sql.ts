import type { Node } from 'oxc-parser'
import { isTest, type SourceFile } from './sources.ts'
import { nodesOf } from './syntax.ts'

const queryKeywords = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'withTables'])
const homes =
  /^(src\/features\/[^/]+\/(server\/queries|demo)(\.ts$|\/)|src\/platform\/(server|demo)\/|src\/testing\/|src\/app\/demo\/)/

/** Where SQL is spoken outside the files that are for it, a sentence each. */
export function sqlProblems(files: readonly SourceFile[]): string[] {
  return files.filter(({ path }) => path.startsWith('src/') && !homes.test(path) && !isTest(path)).flatMap(spokenIn)
}

function spokenIn({ path, text }: SourceFile): string[] {
  if (path.endsWith('.css')) return []
  const words = [...nodesOf(path, text)].flatMap(node => sqlWord(node) ?? [])
  return [...new Set(words)].map(word => `${path}: ${word} belongs into the queries of the feature.`)
}

function sqlWord(node: Node): string | null {
  if (node.type === 'TaggedTemplateExpression')
    return node.tag.type === 'Identifier' && node.tag.name === 'sql' ? 'SQL' : null
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null
  const { property } = node.callee
  return property.type === 'Identifier' && queryKeywords.has(property.name) ? property.name : null
}
