import type { CommissionLine, DealCommission } from '../../contract.ts'
import { inCents } from '../../rules/cents.ts'

/** Somebody who gets a part, as a column of the table. */
export interface Party {
  key: string
  name: string
  agent_id: number | null
}

/** One rule with what each party gets by it. Money is in cents. */
export interface LineRow {
  key: string
  label: string
  rule: string
  base: number | null
  rates: string
  total: number | null
  cells: Readonly<Record<string, number>>
  isAboveCap: boolean
  /** The cap was reached within this deal, just before this row. */
  isCrossing: boolean
  /** The line that a deals administrator may correct. */
  line: CommissionLine | null
  isCorrection: boolean
}

const keyOf = ({ party, agent_id, name }: CommissionLine): string =>
  party === 'agent' ? `agent ${agent_id}` : party === 'brokerage' ? 'brokerage' : `coop ${name}`

/** What holds of a deal: the projection while there is one, else the last closing with its corrections. */
export function currentLines({ lines }: Pick<DealCommission, 'lines'>): CommissionLine[] {
  if (lines.some(({ statement }) => statement === 0)) return lines.filter(({ statement }) => statement === 0)
  const last = Math.max(0, ...lines.filter(({ corrects }) => corrects === null).map(({ statement }) => statement))
  return lines.filter(({ statement }) => statement >= last)
}

/** The parties of lines, the brokerage last. */
export function partiesOf(lines: readonly CommissionLine[]): Party[] {
  const parties = new Map<string, Party>()
  for (const line of lines)
    if (!parties.has(keyOf(line)))
      parties.set(keyOf(line), { key: keyOf(line), name: line.name || 'Co-op side', agent_id: line.agent_id })
  const house = parties.get('brokerage')
  parties.delete('brokerage')
  return [...parties.values(), ...(house ? [house] : [])]
}

const plainRate = (rate: number) => String(Number(rate.toFixed(4)))

/** The rows of the lines of one part of the table; lines of one rule share a row. */
export function rowsOf(lines: readonly CommissionLine[]): LineRow[] {
  const groups = Map.groupBy(lines, ({ statement, row, corrects }) => `${statement} ${row} ${corrects ?? ''}`)
  return [...groups].flatMap(([key, group]) => {
    const [first] = group
    if (!first) return []
    const rates = group.flatMap(({ rate }) => (rate === null ? [] : [plainRate(rate)]))
    const cells: Record<string, number> = {}
    for (const line of group) cells[keyOf(line)] = (cells[keyOf(line)] ?? 0) + inCents(line.amount)
    const total = group.reduce((sum, { amount }) => sum + inCents(amount), 0)
    const isCorrection = first.corrects !== null
    return [
      {
        key,
        rule: first.rule,
        cells,
        isCorrection,
        isAboveCap: first.is_above_cap,
        isCrossing:
          first.is_above_cap &&
          lines.some(line => line.of_agent_id === first.of_agent_id && line.kind === 'share' && !line.is_above_cap),
        label: isCorrection ? `Correction of “${first.label}”` : first.label,
        base: isCorrection || first.kind === 'fee' ? null : inCents(first.base),
        rates: rates.length > 1 ? rates.join(' / ') : rates.length === 1 ? `${rates[0]} %` : '',
        total: isCorrection || first.kind === 'fee' ? null : total,
        line: isCorrection ? null : (group.find(({ party }) => party !== 'brokerage') ?? null),
      },
    ]
  })
}

/** What each party gets of lines, in cents. */
export function sumsOf(lines: readonly CommissionLine[], key: 'amount' | 'tax' | 'both'): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const line of lines) {
    const amount = (key === 'tax' ? 0 : inCents(line.amount)) + (key === 'amount' ? 0 : inCents(line.tax))
    sums[keyOf(line)] = (sums[keyOf(line)] ?? 0) + amount
  }
  return sums
}

/** What each party gets of one tax of lines, in cents. */
export function taxSumsOf(lines: readonly CommissionLine[], name: string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const line of lines)
    for (const tax of line.taxes)
      if (tax.name === name) sums[keyOf(line)] = (sums[keyOf(line)] ?? 0) + inCents(tax.amount)
  return sums
}

/** The sum of what parties get. */
export const totalOf = (sums: Readonly<Record<string, number>>): number =>
  Object.values(sums).reduce((all, one) => all + one, 0)
