/** A record as OData serves it. */
export type ODataRecord = Readonly<Record<string, string | number | boolean | null>>

/** A query that cannot be read; the message says what of it. */
export class ODataError extends Error {}

type Value = string | number | boolean | null
type Condition = (record: ODataRecord) => boolean

interface Token {
  kind: 'name' | 'text' | 'number' | 'time' | 'mark'
  text: string
}

const shapes: readonly [Token['kind'], RegExp][] = [
  ['text', /^'((?:[^']|'')*)'/],
  ['time', /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?/],
  ['number', /^-?\d+(?:\.\d+)?/],
  ['name', /^[A-Za-z_][A-Za-z0-9_]*/],
  ['mark', /^[(),]/],
]

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let rest = source.trimStart()
  while (rest !== '') {
    const found = shapes.map(([kind, shape]) => ({ kind, match: shape.exec(rest) })).find(({ match }) => match !== null)
    if (!found?.match) throw new ODataError(`$filter cannot be read from "${rest.slice(0, 20)}".`)
    tokens.push({ kind: found.kind, text: found.match[1]?.replaceAll("''", "'") ?? found.match[0] })
    rest = rest.slice(found.match[0].length).trimStart()
  }
  return tokens
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  eq: order => order === 0,
  ne: order => order !== 0,
  gt: order => order > 0,
  ge: order => order >= 0,
  lt: order => order < 0,
  le: order => order <= 0,
}

const TIME = /^\d{4}-\d{2}-\d{2}T/

/** How two values stand to each other; times compare as instants, null equals only null. */
function orderOf(left: Value | undefined, right: Value): number {
  if (left === undefined || left === null || right === null) return (left ?? null) === right ? 0 : Number.NaN
  if (typeof left === 'string' && typeof right === 'string' && TIME.test(left) && TIME.test(right))
    return Date.parse(left) - Date.parse(right)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Reads a `$filter`: comparisons, `contains`, `startswith`, `in`, `and`, `or`, `not` and parentheses. */
export function readFilter(source: string): Condition {
  const tokens = tokensOf(source)
  let at = 0
  const isWord = (word: string) => tokens[at]?.text === word && tokens[at]?.kind !== 'text'
  const take = (): Token => {
    const token = tokens[at]
    if (!token) throw new ODataError('$filter ends too early.')
    at += 1
    return token
  }
  const expect = (mark: string): void => {
    if (take().text !== mark) throw new ODataError(`$filter wants "${mark}" before its place ${at}.`)
  }
  const either = (): Condition => {
    const parts = [both()]
    while (isWord('or')) {
      take()
      parts.push(both())
    }
    return record => parts.some(holds => holds(record))
  }
  const both = (): Condition => {
    const parts = [one()]
    while (isWord('and')) {
      take()
      parts.push(one())
    }
    return record => parts.every(holds => holds(record))
  }
  const one = (): Condition => {
    if (isWord('not')) {
      take()
      const inner = one()
      return record => !inner(record)
    }
    if (isWord('(')) {
      take()
      const inner = either()
      expect(')')
      return inner
    }
    return isWord('contains') || isWord('startswith') ? search() : comparison()
  }
  const search = (): Condition => {
    const { text: how } = take()
    expect('(')
    const { text: field } = take()
    expect(',')
    const { text: part } = take()
    expect(')')
    const method = how === 'contains' ? 'includes' : 'startsWith'
    return record => String(record[field] ?? '')[method](part)
  }
  const comparison = (): Condition => {
    const field = take()
    if (field.kind !== 'name') throw new ODataError(`$filter: "${field.text}" is no field.`)
    const { text: word } = take()
    if (word === 'in') return among(field.text)
    const holds = comparisons[word]
    if (!holds) throw new ODataError(`$filter: "${word}" is no comparison.`)
    const wanted = literalOf(take())
    return record => holds(orderOf(record[field.text], wanted))
  }
  const among = (field: string): Condition => {
    expect('(')
    const wanted = [literalOf(take())]
    while (isWord(',')) {
      take()
      wanted.push(literalOf(take()))
    }
    expect(')')
    return record => wanted.some(value => orderOf(record[field], value) === 0)
  }
  const condition = either()
  if (at < tokens.length) throw new ODataError(`$filter goes on with "${tokens[at]?.text}".`)
  return condition
}

const constants: Readonly<Record<string, Value>> = { true: true, false: false, null: null }

function literalOf({ kind, text }: Token): Value {
  if (kind === 'number') return Number(text)
  if (kind === 'text' || kind === 'time') return text
  const constant = constants[text]
  if (constant === undefined) throw new ODataError(`$filter: "${text}" is no value.`)
  return constant
}

/** Reads an `$orderby`: fields with `asc` or `desc`. */
export function readOrder(source: string): (a: ODataRecord, b: ODataRecord) => number {
  const keys = source.split(',').map(part => {
    const [field = '', direction = 'asc', ...more] = part.trim().split(/\s+/)
    if (!/^[A-Za-z]\w*$/.test(field) || !['asc', 'desc'].includes(direction) || more.length > 0)
      throw new ODataError(`$orderby cannot be read from "${part.trim()}".`)
    return { field, sign: direction === 'desc' ? -1 : 1 }
  })
  return (a, b) => {
    for (const { field, sign } of keys) {
      const order = orderOf(a[field], b[field] ?? null)
      if (order) return sign * order
    }
    return 0
  }
}
