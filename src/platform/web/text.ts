import { countIn } from '../wire/amounts.ts'
import { ownRegion } from './region.ts'

/** Speech and log helpers take texts of this many characters. */
export const CHUNK_LENGTH = 512

/** Cuts a text into pieces of at most 512 characters, never through a letter of two code units. */
export function chunksOf(text: string, length = CHUNK_LENGTH): string[] {
  const chunks: string[] = []
  for (let start = 0; start < text.length; ) {
    const last = text.charCodeAt(start + length - 1)
    const cutsPair = start + length < text.length && last >= 0xd800 && last <= 0xdbff
    const end = start + length - (cutsPair ? 1 : 0)
    chunks.push(text.slice(start, end))
    start = end
  }
  return chunks
}

/** Hides the last two characters before the @, or one when there are only two or fewer. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return email
  const hidden = at > 2 ? 2 : 1
  return `${email.slice(0, at - hidden)}${'*'.repeat(hidden)}${email.slice(at)}`
}

/** Initials for a round mark: "AO". */
export const initialsOf = (first: string, last: string): string =>
  `${first.trim().charAt(0)}${last.trim().charAt(0)}`.toUpperCase()

/** With a capital. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** 12,340 */
export const count = (value: number): string => countIn(ownRegion(), value)

const MEGABYTE = 1024 * 1024

/** The size of a file: "1.8 MB", "214 KB". */
export const fileSize = (bytes: number): string =>
  bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`
