import { count } from '../../../platform/web/text.ts'
import type { Archive } from '../contract.ts'

const some = (number: number, one: string, many: string) => `${count(number)} ${number === 1 ? one : many}`

/** "2.4 MB" */
function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** How far an archive is, or what it came to. */
export function archiveText({
  status,
  parts,
  parts_done,
  rows_done,
  files_done,
  file_size,
  problem,
  link,
}: Archive): string {
  const held = `${some(rows_done, 'row', 'rows')}, ${some(files_done, 'file', 'files')}`
  if (status === 'queued') return 'Waiting for its turn'
  if (status === 'running') return `${count(parts_done)} of ${count(parts)} parts · ${held}`
  if (status === 'cancelled') return 'Cancelled, no file'
  if (status === 'failed') return problem ?? 'The archive failed.'
  return [held, file_size === null ? '' : sizeText(file_size), link ? '' : 'file deleted, or somebody else’s']
    .filter(Boolean)
    .join(' · ')
}
