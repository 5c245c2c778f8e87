import { maskInput, maskStyle, maskText } from './masking.ts'
import { type Fields, fieldsOf, listOf, maskAttributes, maskNode, plainFields, textOf } from './nodes.ts'

/** An event of a recording, in the form of rrweb. */
export interface RecordedEvent {
  type: number
  data: Fields
  /** Milliseconds since 1970, by the clock of the browser. */
  timestamp: number
}

/** A page that was opened, or an error that was met. */
export interface Mark {
  kind: 'page' | 'error'
  /** Of a page its address without ids and names; of an error its code. */
  text: string
  /** Milliseconds since 1970. */
  at: number
}

const LOADED = 1
const FULL_SNAPSHOT = 2
const INCREMENTAL = 3
const META = 4
const CUSTOM = 5

/**
 * An event as it may be stored; `null` for what is no event, or of a kind that is not recorded. Browsers send what went through this,
 * and the server lets everything through it once more: what could be read on the page is in neither.
 */
export function maskEvent(value: unknown): RecordedEvent | null {
  const { type, timestamp, data } = fieldsOf(value)
  if (typeof type !== 'number' || typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp)) return null
  const masked = dataOf(type, fieldsOf(data))
  return masked && { type, timestamp, data: masked }
}

function dataOf(type: number, data: Fields): Fields | null {
  if (type === 0 || type === LOADED) return {}
  if (type === FULL_SNAPSHOT)
    return {
      node: maskNode(data.node),
      initialOffset: { left: 0, top: 0, ...plainFields(data.initialOffset, ['left', 'top']) },
    }
  if (type === INCREMENTAL) return changeOf(data)
  if (type === META) return { href: '', ...plainFields(data, ['width', 'height']) }
  if (type === CUSTOM) return markOf(data)
  return null
}

/** Addresses of the product's pages, with parameters by their names; and codes of errors. */
const MARKS: Readonly<Record<Mark['kind'], RegExp>> = {
  page: /^\/[a-z_$/-]{0,80}$/i,
  error: /^[a-z_]{1,40}$/i,
}

function markOf({ tag, payload }: Fields): Fields | null {
  if (tag !== 'page' && tag !== 'error') return null
  const text = textOf(fieldsOf(payload).text)
  return MARKS[tag].test(text) ? { tag, payload: { text } } : null
}

/** The marks among events. */
export const marksOf = (events: readonly RecordedEvent[]): Mark[] =>
  events.flatMap(({ type, data: { tag, payload }, timestamp }) =>
    type === CUSTOM && (tag === 'page' || tag === 'error')
      ? [{ kind: tag, text: textOf(fieldsOf(payload).text), at: timestamp }]
      : [],
  )

const POSITION = ['x', 'y', 'id', 'timeOffset']
const rules = (value: unknown): Fields[] =>
  listOf(value).map(one => ({ rule: maskStyle(textOf(fieldsOf(one).rule)), ...placeOf(one) }))

/** Where a rule stands in its sheet: a number, or numbers from the outermost. */
function placeOf(value: unknown): Fields {
  const { index } = fieldsOf(value)
  if (Array.isArray(index)) return { index: index.filter(one => typeof one === 'number') }
  return typeof index === 'number' ? { index } : {}
}

/** What each kind of change keeps, by rrweb's number for it. A kind that is missing here is not recorded. */
const changes: Readonly<Record<number, (data: Fields) => Fields>> = {
  0: mutation,
  1: data => ({ positions: listOf(data.positions).map(one => plainFields(one, POSITION)) }),
  2: data => plainFields(data, ['type', 'id', 'x', 'y', 'pointerType']),
  3: data => plainFields(data, ['id', 'x', 'y']),
  4: data => plainFields(data, ['width', 'height']),
  5: data => ({ ...plainFields(data, ['id', 'isChecked', 'userTriggered']), text: maskInput(textOf(data.text)) }),
  6: data => ({ positions: listOf(data.positions).map(one => plainFields(one, POSITION)) }),
  8: data => ({
    ...plainFields(data, ['id', 'styleId']),
    adds: rules(data.adds),
    removes: listOf(data.removes).map(placeOf),
  }),
  12: data => ({ positions: listOf(data.positions).map(one => plainFields(one, POSITION)) }),
  13: data => ({ ...plainFields(data, ['id', 'styleId']), ...placeOf(data), ...declaration(data) }),
  14: data => ({
    ranges: listOf(data.ranges).map(one => plainFields(one, ['start', 'startOffset', 'end', 'endOffset'])),
  }),
}

function changeOf(data: Fields): Fields | null {
  const keep = typeof data.source === 'number' ? changes[data.source] : undefined
  return keep ? { source: data.source, ...keep(data) } : null
}

function mutation(data: Fields): Fields {
  return {
    texts: listOf(data.texts).map(one => ({
      ...plainFields(one, ['id']),
      value: maskText(textOf(fieldsOf(one).value)),
    })),
    attributes: listOf(data.attributes).map(one => ({
      ...plainFields(one, ['id']),
      attributes: maskAttributes(fieldsOf(fieldsOf(one).attributes)),
    })),
    removes: listOf(data.removes).map(one => plainFields(one, ['parentId', 'id', 'isShadow'])),
    adds: listOf(data.adds).map(one => ({
      ...plainFields(one, ['parentId', 'previousId', 'nextId']),
      node: maskNode(fieldsOf(one).node),
    })),
  }
}

const PROPERTY = /^[\w-]{1,60}$/

function declaration({ set, remove }: Fields): Fields {
  const { property, value, priority } = fieldsOf(set)
  const removed = textOf(fieldsOf(remove).property)
  return {
    ...(PROPERTY.test(textOf(property))
      ? {
          set: { property, value: maskStyle(textOf(value)), priority: priority === 'important' ? priority : undefined },
        }
      : {}),
    ...(PROPERTY.test(removed) ? { remove: { property: removed } } : {}),
  }
}
