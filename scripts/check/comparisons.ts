import type { Node } from 'oxc-parser'
import { isTest, type SourceFile } from './sources.ts'
import { nodesOf } from './syntax.ts'

/** Names of what only those may know who are let in. */
const secret = /(secret|token|gate|password|signature|digest)$/i
/** Servers that stand in for providers, and what is no secret although it is called one. */
const notSecret = /(^|\/)fake[A-Z.]|^src\/platform\/server\/config\.ts$/
const served = /^src\/(platform\/server|integrations|features\/[^/]+\/server)\//

/** Where a secret is compared in a time that depends on how much of it somebody guessed, a sentence each. */
export function comparisonProblems(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => served.test(path) && path.endsWith('.ts') && !isTest(path) && !notSecret.test(path))
    .flatMap(({ path, text }) => {
      const names = [...nodesOf(path, text)].flatMap(node => comparedSecret(node) ?? [])
      return [...new Set(names)].map(
        name => `${path}: compares ${name} by ===, which takes longer the more of it was guessed; use isSameText.`,
      )
    })
}

function comparedSecret(node: Node): string | null {
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return null
  const sides = [node.left, node.right] as Node[]
  if (sides.some(isPlain)) return null
  return sides.map(nameOf).find(name => name !== null && secret.test(name)) ?? null
}

/** What anybody may know: texts and numbers that stand in the code, `null`, `undefined`, the type of something. */
const isPlain = (node: Node): boolean =>
  node.type === 'Literal' ||
  node.type === 'UnaryExpression' ||
  (node.type === 'Identifier' && node.name === 'undefined')

function nameOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : null
}
