import { SaxParser } from '@cj-tech-master/excelts/xml'

/** Characters without a tag among them: a cell holds 32,767, each of which may be written as `&#x1F600;`. */
const MAX_SILENCE = 1024 * 1024

/** Takes what an XML file holds as it is read, and collects items of it. Names come without their namespace's prefix. */
export interface XmlTarget<Item> {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
  /** What was collected since it was last asked. */
  take(): readonly Item[]
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads XML piece by piece, in memory that does not grow with it. Throws when it is not well-formed. */
export async function* readXml<Item>(pieces: AsyncIterable<string>, target: XmlTarget<Item>): AsyncGenerator<Item> {
  // Entities of their own are not defined in these files: each that is replaced becomes one character.
  const parser = new SaxParser({ position: false, invalidCharHandling: 'skip', maxEntityExpansions: 0 })
  let silence = 0
  parser.on('opentag', ({ name, attributes }) => {
    silence = 0
    target.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    silence = 0
    target.close(localName(name))
  })
  parser.on('text', text => target.text(text))
  parser.on('cdata', text => target.text(text))
  let isEmpty = true
  for await (const piece of pieces) {
    if (piece === '') continue
    isEmpty = false
    silence += piece.length
    // The parser keeps what has no end yet: it must not be fed without limit.
    if (silence > MAX_SILENCE) throw new Error('A text or tag of the file has no end.')
    parser.write(piece)
    yield* target.take()
  }
  if (isEmpty) return
  parser.close()
  yield* target.take()
}

/** Everything of a small file. */
export async function readWhole<Item>(pieces: AsyncIterable<string>, target: XmlTarget<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of readXml(pieces, target)) items.push(item)
  return items
}
