import { type Fields, fieldsOf, listOf } from '../../rules/nodes.ts'

/** Gives the style sheets in events the nonce of this page, without which its policy would refuse them. */
export function withNonce(event: Fields, nonce: string): Fields {
  const data = fieldsOf(event.data)
  if (data.node !== undefined) return { ...event, data: { ...data, node: nodeWithNonce(data.node, nonce) } }
  if (data.adds === undefined || data.source !== 0) return event
  const adds = listOf(data.adds).map(one => ({ ...fieldsOf(one), node: nodeWithNonce(fieldsOf(one).node, nonce) }))
  return { ...event, data: { ...data, adds } }
}

function nodeWithNonce(value: unknown, nonce: string): Fields {
  const node = fieldsOf(value)
  const attributes = fieldsOf(node.attributes)
  const isStyle = node.tagName === 'style' || attributes._cssText !== undefined
  return {
    ...node,
    ...(isStyle ? { attributes: { ...attributes, nonce } } : {}),
    ...(node.childNodes === undefined
      ? {}
      : { childNodes: listOf(node.childNodes).map(child => nodeWithNonce(child, nonce)) }),
  }
}
