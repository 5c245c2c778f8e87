import type { Node } from 'oxc-parser'
import { isTest, type SourceFile } from './sources.ts'
import { nodesOf } from './syntax.ts'

/** Where it has to be by hand. It only gets shorter. */
export const NOT_MOVED: readonly string[] = [
  // The session is no query.
  'src/features/people/web/signIn.ts',
  // Part of the first script, which has no room for the call.
  'src/features/tags/web/leadsExtensions.ts',
]

const listeners = ['listenLive', 'useLive']

/** Where screens fetch again by hand what the platform does for all: queries say what they show, and one listener follows. */
export function plumbingProblems(files: readonly SourceFile[], notMoved = NOT_MOVED): string[] {
  return files
    .filter(({ path }) => /^src\/.*\.tsx?$/.test(path) && !isTest(path) && !path.startsWith('src/platform/web/'))
    .filter(({ path }) => !notMoved.some(folder => path.startsWith(folder)))
    .flatMap(({ path, text }) => {
      const found = [...nodesOf(path, text)].flatMap(node => problemOf(node) ?? [])
      return [...new Set(found)].map(problem => `${path}: ${problem}`)
    })
}

function problemOf(node: Node): string | null {
  if (node.type === 'Property' && node.key.type === 'Identifier' && node.key.name === 'queryKey')
    return node.value.type === 'ArrayExpression' ? 'writes the key of a query; queryOf makes it from the call.' : null
  if (node.type !== 'CallExpression') return null
  const { callee } = node
  if (callee.type === 'Identifier' && listeners.includes(callee.name))
    return `${callee.name} listens to the stream; a query names its topics instead.`
  const isInvalidating =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'invalidateQueries'
  return isInvalidating ? 'invalidateQueries names a key; refetchCall and invalidateTopic name calls and topics.' : null
}
