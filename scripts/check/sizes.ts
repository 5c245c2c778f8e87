import type { Node } from 'oxc-parser'
import { isTest, type SourceFile } from './sources.ts'
import { nodesOf } from './syntax.ts'

export const limits = { file: 400, handlers: 300, function: 80, component: 150 }

/** What has grown too long, a sentence each. */
export function sizeProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(file => [
    ...longFile(file),
    ...(isTest(file.path) || file.path.endsWith('.css') ? [] : longFunctions(file)),
  ])
}

function longFile({ path, text }: SourceFile): string[] {
  const limit = /\/server\/handlers(\/|\.ts)/.test(path) ? limits.handlers : limits.file
  const lines = text.split('\n').length - 1
  return lines > limit ? [`${path}: ${lines} lines, ${limit} are allowed.`] : []
}

interface NamedFunction {
  name: string
  start: number
  end: number
}

function longFunctions({ path, text }: SourceFile): string[] {
  return [...nodesOf(path, text)].flatMap(namedFunction).flatMap(({ name, start, end }) => {
    const isComponent = path.endsWith('.tsx') && /^[A-Z]/.test(name)
    const limit = isComponent ? limits.component : limits.function
    const lines = text.slice(start, end).split('\n').length
    const kind = isComponent ? 'component' : 'function'
    return lines > limit ? [`${path}: ${kind} ${name} has ${lines} lines, ${limit} are allowed.`] : []
  })
}

function namedFunction(node: Node): NamedFunction[] {
  if (node.type === 'FunctionDeclaration') return [{ name: node.id?.name ?? 'without a name', ...spanOf(node) }]
  if (node.type === 'VariableDeclarator') return valueFunction(node.id, node.init)
  if (node.type === 'Property' || node.type === 'MethodDefinition') return valueFunction(node.key, node.value)
  return []
}

function valueFunction(key: Node, value: Node | null): NamedFunction[] {
  if (value?.type !== 'ArrowFunctionExpression' && value?.type !== 'FunctionExpression') return []
  return [{ name: key.type === 'Identifier' ? key.name : 'without a name', ...spanOf(value) }]
}

const spanOf = ({ start, end }: Node) => ({ start, end })
