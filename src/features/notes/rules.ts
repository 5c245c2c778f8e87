/** Characters of a note at the most. */
export const NOTE_LENGTH = 20_000
/** Colleagues that one note can name. */
export const MAX_MENTIONED = 20
/** How long a deleted note can be brought back. */
export const RESTORE_MINUTES = 10

interface Named {
  id: number
  name: string
}

/** Of the people who were picked, those whom the words still name: what is rubbed out is no mention. */
export const stillMentioned = <Person extends Named>(words: string, picked: readonly Person[]): Person[] =>
  picked.filter(person => words.includes(`@${person.name}`))

/** A piece of a note: plain words, or the name of a colleague. */
export interface NotePart {
  text: string
  isMention: boolean
}

/** The words of a note, cut where they name somebody; longer names first, so that "@Ann Lee" is not cut as "@Ann". */
export function noteParts(words: string, mentions: readonly Named[]): NotePart[] {
  const names = mentions.map(person => `@${person.name}`).sort((a, b) => b.length - a.length)
  const parts: NotePart[] = []
  let rest = words
  while (rest !== '') {
    const found = names
      .map(name => ({ name, at: rest.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.name.length - a.name.length)[0]
    if (!found) return [...parts, { text: rest, isMention: false }]
    if (found.at > 0) parts.push({ text: rest.slice(0, found.at), isMention: false })
    parts.push({ text: found.name, isMention: true })
    rest = rest.slice(found.at + found.name.length)
  }
  return parts
}

/** The name that is being typed after an "@" right before the caret; `null` when none is. */
export function mentionBeingTyped(words: string, caret: number): { from: number; search: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*)?)$/u.exec(words.slice(0, caret))
  if (!found) return null
  const search = found[1] ?? ''
  return { from: caret - search.length - 1, search }
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether what is typed after an "@" is a part of a name, whatever its case and accents. */
export const mayMean = (typed: string, { name }: Named): boolean => folded(name).includes(folded(typed))

interface Authored {
  author: Named | null
  on_behalf_of: Named | null
}

/** Whether a person may change or delete a note: their own, one without an author, or any for those who see all leads. */
export function mayChangeNote(note: Authored, reader: { user_id: number; seesAll: boolean }): boolean {
  const owner = note.on_behalf_of ?? note.author
  return reader.seesAll || owner === null || owner.id === reader.user_id
}
