import type { Slice } from './typefaces.ts'

/** A part of a text that one file of a typeface can write. */
export interface Run {
  slice: Slice
  text: string
}

/** Stands for a character that no typeface has. */
const UNKNOWN = '?'

/** Directs what shows a text, and is nothing to write. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u{feff}]/gu

/**
 * Cuts a text into parts that one typeface writes, in the order of reading. A space between two words of a script stays with
 * them: a script that is written from the right is turned as a whole, its words included.
 */
export function runsOf(text: string, find: (character: string, before?: Slice) => Slice | null): Run[] {
  const runs: Run[] = []
  let spaces = ''
  const put = (slice: Slice, written: string) => {
    const last = runs.at(-1)
    if (last?.slice === slice) last.text += written
    else runs.push({ slice, text: written })
  }
  const latin = find(UNKNOWN)
  const readable = text.normalize('NFC').replaceAll(/\s/g, ' ').replaceAll(UNSEEN, '')
  for (const character of readable) {
    if (character === ' ') {
      spaces += character
      continue
    }
    const found = find(character, runs.at(-1)?.slice)
    const slice = found ?? latin
    if (!slice) continue
    if (spaces) put(runs.at(-1)?.slice === slice ? slice : (latin ?? slice), spaces)
    spaces = ''
    put(slice, found ? character : UNKNOWN)
  }
  if (spaces && latin) put(latin, spaces)
  return runs
}
