import { count } from '../../../platform/web/text.ts'
import type { Recording } from '../contract.ts'

/** "1 page", "12 pages". */
export const pageCount = (pages: number): string => `${count(pages)} ${pages === 1 ? 'page' : 'pages'}`

/** "1 error", "3 errors". */
export const errorCount = (errors: number): string => `${count(errors)} ${errors === 1 ? 'error' : 'errors'}`

/** Milliseconds as a clock shows them: "0:07", "12:40", "1:02:30". */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** How long a recording is. */
export const lengthOf = ({ started_at, ended_at }: Pick<Recording, 'started_at' | 'ended_at'>): string =>
  clockText(new Date(ended_at).getTime() - new Date(started_at).getTime())
