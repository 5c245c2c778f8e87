import { count } from '../../../../platform/web/text.ts'
import type { LeadExport } from '../../contract.ts'

/** How many leads, where the number may be an estimate. */
export function leadCountText(size: number, isEstimate: boolean): string {
  const many = isEstimate && size > 10_000 ? '10,000+' : count(size)
  return `${many} ${size === 1 ? 'lead' : 'leads'}`
}

/** How far an export is, in a sentence part. */
export function progressText(one: LeadExport): string {
  if (one.status === 'queued') return 'Waiting for its turn'
  if (one.status === 'running') return `${count(one.rows_done)} of ${count(one.row_count)} leads written`
  if (one.status === 'cancelled') return 'Cancelled, no file'
  if (one.status === 'failed') return one.problem ?? 'The export failed.'
  const size = one.file_size === null ? '' : ` · ${fileSize(one.file_size)}`
  return `${leadCountText(one.rows_done, false)}${size}${one.link ? '' : ' · file deleted'}`
}

/** Share of the rows that are written, 0 to 1. */
export const shareDone = ({ status, rows_done, row_count }: LeadExport): number =>
  status === 'done' ? 1 : Math.min(1, rows_done / Math.max(1, row_count))

/** "2.4 MB" */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
