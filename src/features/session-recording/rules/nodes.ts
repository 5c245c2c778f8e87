import { maskAttribute, maskInput, maskStyle, maskText } from './masking.ts'

/** Fields of something that came from outside. */
export type Fields = Readonly<Record<string, unknown>>

/** A value's fields; none of what is no object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** A value's entries; none of what is no list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text; empty for what is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Those of the named fields that are numbers, booleans or nothing: they cannot hold a text. */
export function plainFields(value: unknown, names: readonly string[]): Fields {
  const fields = fieldsOf(value)
  const kept = names.flatMap(name => {
    const field = fields[name]
    const isPlain = field === null || typeof field === 'number' || typeof field === 'boolean'
    return isPlain ? [[name, field] as const] : []
  })
  return Object.fromEntries(kept)
}

/** Pages that nest deeper are cut off there. */
const MAX_DEPTH = 200

const IDENTITY = ['id', 'rootId', 'isSVG', 'isCustom', 'needBlock', 'isShadow', 'isShadowHost']
const DOCUMENT = 0
const DOCUMENT_TYPE = 1
const ELEMENT = 2
const TEXT = 3

/** Elements whose content is no part of what one sees. */
const EMPTIED: ReadonlySet<string> = new Set(['script', 'noscript', 'title', 'meta', 'base', 'template'])

/** A node of a page as it is recorded: everything that could be read is masked, and nothing unknown stays. */
export function maskNode(value: unknown, depth = 0): Fields {
  const node = fieldsOf(value)
  const identity = { ...plainFields(node, IDENTITY), type: node.type }
  const children = () => (depth < MAX_DEPTH ? listOf(node.childNodes).map(child => maskNode(child, depth + 1)) : [])
  if (node.type === DOCUMENT) return { ...identity, childNodes: children() }
  if (node.type === DOCUMENT_TYPE) return { ...identity, name: 'html', publicId: '', systemId: '' }
  if (node.type === ELEMENT) {
    const tagName = tagOf(node.tagName)
    const attributes = maskAttributes(fieldsOf(node.attributes))
    return { ...identity, tagName, attributes, childNodes: EMPTIED.has(tagName) ? [] : children() }
  }
  if (node.type !== TEXT) return { ...identity, type: TEXT, textContent: '' }
  const text = textOf(node.textContent)
  return node.isStyle === true
    ? { ...identity, isStyle: true, textContent: maskStyle(text) }
    : { ...identity, textContent: maskText(text) }
}

const tagOf = (value: unknown): string => (/^[a-z][a-z0-9-]{0,40}$/i.test(textOf(value)) ? textOf(value) : 'div')

/** What stays of the attributes of an element. */
export function maskAttributes(attributes: Fields): Fields {
  return Object.fromEntries(
    Object.entries(attributes)
      .map(([name, value]) => [name, maskValue(name, value)] as const)
      .filter(([, value]) => value !== undefined),
  )
}

/** The value of an attribute; `null` of one that went, `undefined` of one that is not recorded. */
function maskValue(name: string, value: unknown): unknown {
  if (value === null) return null
  if (name === 'style' && typeof value === 'object') return maskDeclarations(fieldsOf(value))
  if (name === 'value') return maskInput(textOf(value))
  return isScalar(value) ? (maskAttribute(name, value) ?? undefined) : undefined
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Changed declarations of a style: the value, the value with its priority, or `false` for one that went. */
const maskDeclarations = (style: Fields): Fields =>
  Object.fromEntries(
    Object.entries(style).map(([name, value]) => {
      if (typeof value === 'string') return [name, maskStyle(value)]
      const [text, priority] = listOf(value).map(textOf)
      return [name, text === undefined ? false : [maskStyle(text), priority === 'important' ? 'important' : '']]
    }),
  )
