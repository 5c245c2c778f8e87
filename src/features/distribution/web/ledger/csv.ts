import type { LedgerEntry } from '../../contract.ts'

const columns = ['entry', 'at', 'kind', 'agent', 'offer_id', 'content', 'previous_hash', 'hash'] as const

/** A cell; what a spreadsheet would take for a formula is text. */
function cell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The ledger of a lead as CSV, with the chain. */
export const ledgerCsv = (entries: readonly LedgerEntry[]): string =>
  [
    columns,
    ...entries.map(entry => columns.map(column => (column === 'agent' ? (entry.agent?.name ?? '') : entry[column]))),
  ]
    .map(row => row.map(cell).join(','))
    .join('\r\n')

/** Gives the ledger to the person as a file. */
export function saveLedger(leadId: number, entries: readonly LedgerEntry[]): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${ledgerCsv(entries)}`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `distribution-of-lead-${leadId}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
