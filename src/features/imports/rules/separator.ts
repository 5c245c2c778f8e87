/** What may stand between two columns. */
export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** How each separator is called on screens. */
export const separatorNames: Readonly<Record<Separator, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

/** How often each separator stands outside quotes, record by record. */
function countsOf(text: string, maxRecords: number): Map<Separator, number>[] {
  const records: Map<Separator, number>[] = []
  let counts = new Map<Separator, number>()
  let quoted = false
  let filled = false
  for (const sign of text) {
    if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '\n' || sign === '\r')) {
      if (filled) records.push(counts)
      if (records.length >= maxRecords) return records
      counts = new Map()
      filled = false
      continue
    } else if (!quoted && isSeparator(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    filled = true
  }
  if (filled) records.push(counts)
  return records
}

const isSeparator = (sign: string): sign is Separator => (separators as readonly string[]).includes(sign)

/** Excel's own first line that names the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i

/** Whether the file begins with Excel's `sep=;` line. */
export const hasSeparatorLine = (text: string): boolean => SEPARATOR_LINE.test(text)

/** The separator of a file, judged by its first records: the one that the first row has, and the others as often. */
export function detectSeparator(text: string): Separator {
  const said = SEPARATOR_LINE.exec(text)?.[1]
  if (said && isSeparator(said)) return said
  const records = countsOf(text, 50)
  const scores = separators.map(separator => {
    const inHeader = records[0]?.get(separator) ?? 0
    const alike = records.filter(record => (record.get(separator) ?? 0) === inHeader).length
    return { separator, score: inHeader === 0 ? 0 : (alike / records.length) * 10 + Math.min(inHeader, 9) }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).separator
}
