import pg from 'pg'

/** A statement as it was sent, with its values. */
export interface Statement {
  text: string
  values: unknown[]
}

/**
 * Notes every statement that this process sends while something runs. The bare SQL that answers are compared with is
 * therefore the product's own: what the feature compiled for the very same request, and never a copy that can fall behind.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const original = pg.Client.prototype.query
  const noted: Statement[] = []
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const statement = statementIn(args)
    if (statement) noted.push(statement)
    return Reflect.apply(original, this, args)
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return noted
}

function statementIn([first, second]: unknown[]): Statement | null {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  if (typeof first !== 'object' || first === null || !('text' in first) || typeof first.text !== 'string') return null
  const given = 'values' in first && Array.isArray(first.values) ? first.values : second
  return { text: first.text, values: Array.isArray(given) ? given : [] }
}

/** Of the noted statements, the one that reads the rows of the answer; counts may be the planner's word alone. */
export function rowsStatement(statements: readonly Statement[]): Statement {
  const aboutLeads = statements.filter(
    ({ text }) => /^\s*(\/\*[^*]*\*\/\s*)?(SELECT|WITH|EXPLAIN)/i.test(text) && /\bleads\b/.test(text),
  )
  const reading = aboutLeads.filter(({ text }) => !/^\s*EXPLAIN/i.test(text))
  const longest = (reading.length > 0 ? reading : aboutLeads).toSorted((a, b) => b.text.length - a.text.length)[0]
  if (!longest) throw new Error('The answer was made without reading leads.')
  return longest
}
