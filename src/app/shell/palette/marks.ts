/** A piece of a text, and whether it is what was searched for. */
export interface Piece {
  text: string
  isMatch: boolean
}

const SHORTEST_WORD = 2

/** One character without case and accent, as the server compares it. */
const folded = (character: string): string => character.normalize('NFD').slice(0, 1).toLocaleLowerCase('en')

/**
 * A text in pieces, with those marked that a query asked for: each of its words, and digits as they are written in a
 * number: "0147" in "(416) 555-0147", and in it the last time they occur.
 */
export function markedPieces(text: string, query: string): Piece[] {
  const characters = [...text.normalize('NFC')]
  const marked = new Set([...digitsIn(characters, query), ...wordsIn(characters, query)])
  const pieces: Piece[] = []
  characters.forEach((character, at) => {
    const last = pieces.at(-1)
    if (last && last.isMatch === marked.has(at)) last.text += character
    else pieces.push({ text: character, isMatch: marked.has(at) })
  })
  return pieces
}

/** Whether any of it is marked. */
export const isMarked = (text: string, query: string): boolean =>
  markedPieces(text, query).some(({ isMatch }) => isMatch)

/** The digits of a query that looks like a number; `null` when it holds anything else. */
export function digitsOf(query: string): string | null {
  const digits = query.replace(/\D/g, '')
  return /^[\d\s()+./-]+$/.test(query.trim()) && digits.length > SHORTEST_WORD ? digits : null
}

function digitsIn(characters: readonly string[], query: string): number[] {
  const wanted = digitsOf(query)
  if (wanted === null) return []
  const places = characters.flatMap((character, at) => (/\d/.test(character) ? [at] : []))
  const from = places
    .map(at => characters[at])
    .join('')
    .lastIndexOf(wanted)
  const [first, last] = [places[from], places[from + wanted.length - 1]]
  return from < 0 || first === undefined || last === undefined ? [] : range(first, last + 1)
}

function wordsIn(characters: readonly string[], query: string): number[] {
  const text = characters.map(folded).join('')
  // A character whose folded form has another length would shift all that follows.
  if (text.length !== characters.length || digitsOf(query) !== null) return []
  const words = query
    .normalize('NFC')
    .split(/\s+/)
    .map(word => [...word].map(folded).join(''))
  return words
    .filter(word => word.length >= SHORTEST_WORD)
    .flatMap(word => occurrences(text, word).flatMap(at => range(at, at + word.length)))
}

function occurrences(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) places.push(at)
  return places
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, step) => from + step)
