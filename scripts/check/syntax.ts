import { type Node, parseSync } from 'oxc-parser'

/** Every piece of syntax of a file, outer ones first. */
export function* nodesOf(path: string, text: string): Generator<Node> {
  const waiting: unknown[] = [parseSync(path, text).program]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) waiting.push(...value.toReversed())
    else if (isNode(value)) {
      yield value
      waiting.push(...Object.values(value).toReversed())
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
