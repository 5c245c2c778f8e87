import { MAX_FILE_BYTES } from '../../../platform/wire/uploads.ts'

const MEGABYTE = 1024 * 1024

/** People on one deal at the most. */
export const MAX_CLIENTS = 20
/** Parts of one commission at the most. */
export const MAX_SPLITS = 20
/** Required documents of one deal at the most. */
export const MAX_DOCUMENTS = 80
/** Files of one submission at the most. */
export const MAX_FILES = 40
/** Bytes of all of them together at the most. */
export const MAX_BYTES = 100 * MEGABYTE

/** Why files are more than one submission takes; `null` when they are not. */
export function filesProblem(files: readonly { name: string; size: number }[]): string | null {
  if (files.length > MAX_FILES)
    return `A deal is submitted with at most ${MAX_FILES} files. Add the others to it later.`
  const large = files.find(({ size }) => size > MAX_FILE_BYTES)
  if (large) return `${large.name} is larger than ${MAX_FILE_BYTES / MEGABYTE} MB.`
  if (files.reduce((sum, { size }) => sum + size, 0) <= MAX_BYTES) return null
  return `A deal is submitted with at most ${MAX_BYTES / MEGABYTE} MB of files. Add the others to it later.`
}

/** All of a commission. */
export const MAX_PERCENT = 100
