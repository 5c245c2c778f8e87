/**
 * What a placeholder of HTML may hold, by where it stands: `text` is escaped; `url` is a whole `href` or `src`; `color` is
 * #rrggbb, in styles and in what only Outlook reads.
 */
export type Place = 'text' | 'url' | 'color'

/** What is wrong with a template, or with the values for it; names the place, never a value. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

type State =
  | { in: 'text' }
  | { in: 'title' }
  | { in: 'style' }
  | { in: 'comment' }
  | { in: 'tag'; name: string }
  | { in: 'attribute'; tag: string; name: string; quote: string; isEmpty: boolean }

const PLACES: Readonly<Record<string, Place>> = {
  alt: 'text',
  title: 'text',
  'aria-label': 'text',
  href: 'url',
  src: 'url',
  style: 'color',
  bgcolor: 'color',
  color: 'color',
}

/** Walks through HTML piece by piece, and says of each gap between two pieces what may stand there. */
export class PlaceFinder {
  #state: State = { in: 'text' }

  /** Reads on until the next placeholder. Throws of what no e-mail needs and no value could be safe in. */
  read(html: string): void {
    let rest = html
    while (rest !== '') rest = this.#step(rest)
  }

  /** Whether a block may begin or end here. */
  get isBetweenTags(): boolean {
    return this.#state.in === 'text'
  }

  /** What a placeholder here may hold; `null` where none may stand. `next` is what follows it. */
  placeBefore(next: string): Place | null {
    const state = this.#state
    if (state.in === 'text' || state.in === 'title') return 'text'
    if (state.in === 'style' || state.in === 'comment') return 'color'
    if (state.in === 'tag') return null
    const place = PLACES[state.name] ?? null
    // Part of an address would have to be encoded for where it stands in it.
    const isWhole = state.isEmpty && next.startsWith(state.quote)
    state.isEmpty = false
    return place === 'url' && !isWhole ? null : place
  }

  #step(rest: string): string {
    const state = this.#state
    if (state.in === 'text') return this.#text(rest)
    if (state.in === 'tag') return this.#tag(rest, state.name)
    if (state.in === 'attribute') return this.#attribute(rest, state)
    return this.#until(rest, { title: '</title>', style: '</style>', comment: '-->' }[state.in])
  }

  #until(rest: string, end: string): string {
    const at = rest.toLowerCase().indexOf(end)
    if (at < 0) return ''
    this.#state = { in: 'text' }
    return rest.slice(at + end.length)
  }

  #text(rest: string): string {
    const [before, opening = '', name = ''] = /^[^<]*(<!--|<[/!]?([a-z][a-z0-9:]*))?/i.exec(rest) ?? ['']
    if (opening === '<!--') this.#state = { in: 'comment' }
    else if (opening !== '') this.#state = { in: 'tag', name: opening.startsWith('</') ? '' : name.toLowerCase() }
    else if (before === '') return rest.slice(1)
    if (name.toLowerCase() === 'script') throw new TemplateError('An e-mail holds no script.')
    return rest.slice(before.length)
  }

  #tag(rest: string, name: string): string {
    const [before = '', attribute, quote, end] = /^[^>"'=]*?(?:([^\s>"'=/]+)\s*=\s*(["']?)|(>))/.exec(rest) ?? []
    if (before === '') throw new TemplateError(`The tag <${name}> has no end before a placeholder.`)
    if (end) this.#state = name === 'title' || name === 'style' ? { in: name } : { in: 'text' }
    else if (!attribute || !quote || /^on/i.test(attribute))
      throw new TemplateError(`The attribute ${attribute} of <${name}> is not allowed, or not in quotes.`)
    else this.#state = { in: 'attribute', tag: name, name: attribute.toLowerCase(), quote, isEmpty: true }
    return rest.slice(before.length)
  }

  #attribute(rest: string, state: Extract<State, { in: 'attribute' }>): string {
    const at = rest.indexOf(state.quote)
    if (at !== 0) state.isEmpty = false
    if (at < 0) return ''
    this.#state = { in: 'tag', name: state.tag }
    return rest.slice(at + 1)
  }
}
