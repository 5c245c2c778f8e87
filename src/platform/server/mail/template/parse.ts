import { type Place, PlaceFinder, TemplateError } from './places.ts'

/** A piece of a template: text as it is, a placeholder, a block for each item of a list, or one for a value that is not empty. */
export type Piece =
  | string
  | { kind: 'value'; name: string; place: Place | 'plain' }
  | { kind: 'each' | 'given'; name: string; pieces: readonly Piece[] }

/** The names that a template asks for: `null` for a text, the names of its items for a list. */
export type Names = { readonly [name: string]: Names | null }

const TAG = /\{\{([#?/]?)([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)\}\}/g

interface Open {
  kind: 'each' | 'given'
  name: string
  pieces: Piece[]
}

/** Reads the HTML of an e-mail: `{{name}}`, `{{#list}}…{{/list}}` and `{{?name}}…{{/name}}`. */
export const parseHtml = (source: string): readonly Piece[] => parse(source, new PlaceFinder())

/** Reads the plain part of an e-mail, or its subject. A line that holds only the bounds of blocks leaves no empty line. */
export const parseText = (source: string): readonly Piece[] =>
  parse(
    source.replace(/^(?: *\{\{[#?/][\w.]+\}\})+ *\n/gm, bounds => bounds.replace(/\s/g, '')),
    null,
  )

function parse(source: string, places: PlaceFinder | null): readonly Piece[] {
  const top: Piece[] = []
  const open: Open[] = []
  const add = (piece: Piece) => (open.at(-1)?.pieces ?? top).push(piece)
  const addText = (text: string) => {
    if (/\{\{|\}\}/.test(text))
      throw new TemplateError(`This is no placeholder: ${/.{0,20}(\{\{|\}\}).{0,20}/.exec(text)?.[0]}`)
    places?.read(text)
    if (text !== '') add(text)
  }
  let at = 0
  for (const match of source.matchAll(TAG)) {
    const [tag, mark, name = ''] = match
    addText(source.slice(at, match.index))
    at = match.index + tag.length
    if (mark === '') add({ kind: 'value', name, place: placeOf(name, places, source.slice(at, at + 1)) })
    else if (places?.isBetweenTags === false)
      throw new TemplateError(`The block "${name}" begins or ends within a tag.`)
    else if (mark === '/') add(closed(open.pop(), name))
    else open.push({ kind: mark === '#' ? 'each' : 'given', name, pieces: [] })
  }
  addText(source.slice(at))
  const [unclosed] = open
  if (unclosed) throw new TemplateError(`The block "${unclosed.name}" has no end.`)
  return top
}

function placeOf(name: string, places: PlaceFinder | null, next: string): Place | 'plain' {
  if (places === null) return 'plain'
  const place = places.placeBefore(next)
  if (place === null) throw new TemplateError(`The placeholder "${name}" stands where no value is safe.`)
  return place
}

function closed(block: Open | undefined, name: string): Piece {
  if (block?.name !== name) throw new TemplateError(`The block "${name}" ends and did not begin.`)
  return block
}

/** All names of several templates that are given the same values. */
export function namesOf(templates: readonly (readonly Piece[])[]): Names {
  const names: Record<string, Names | null> = {}
  const collect = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      if (typeof piece === 'string') continue
      const items = piece.kind === 'each' ? { ...names[piece.name], ...namesOf([piece.pieces]) } : null
      if (Object.hasOwn(names, piece.name) && (items === null) !== (names[piece.name] === null))
        throw new TemplateError(`"${piece.name}" is a list in one place and a text in another.`)
      names[piece.name] = items
      if (piece.kind === 'given') collect(piece.pieces)
    }
  }
  templates.forEach(collect)
  return names
}
