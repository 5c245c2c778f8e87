import { type Finding, findingStates } from '../../platform/server/checkup/finding.ts'

const widest = Math.max(...findingStates.map(state => state.length))

/** A line for each check, and what to do below it; the sum at the end. */
export function reportOf(findings: readonly Finding[]): string {
  const column = Math.max(...findings.map(({ check }) => check.length))
  const indent = ' '.repeat(widest + 2)
  const lines = findings.flatMap(({ check, state, said, mend }) => [
    `${state.padEnd(widest)}  ${check.padEnd(column)}  ${said}`,
    ...(mend === null ? [] : [`${indent}→ ${mend}`]),
  ])
  return `${[...lines, '', summaryOf(findings)].join('\n')}\n`
}

/** How many checks found something that keeps the product, or a part of it, from working. */
export const errorsIn = (findings: readonly Finding[]): number =>
  findings.filter(({ state }) => state === 'error').length

function summaryOf(findings: readonly Finding[]): string {
  const errors = errorsIn(findings)
  const warnings = findings.filter(({ state }) => state === 'warning').length
  if (errors + warnings === 0) return `All ${findings.length} checks are well.`
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${findings.length - errors - warnings} ok.`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The same for programs. */
export const jsonOf = (findings: readonly Finding[]): string =>
  `${JSON.stringify({ is_well: errorsIn(findings) === 0, findings }, null, 2)}\n`
