import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { count } from '../../../platform/web/text.ts'
import classes from './Templates.module.css'

/** What a carrier makes of a text. */
interface Segments {
  characters: number
  texts: number
  /** The sign because of which a text holds fewer letters; `null` where there is none. */
  costly: string | null
}

/** Signs that look alike and cost nothing. */
const plainSigns: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
}

/** Counts what a carrier counts; `null` until that can be said. */
function useSegments(text: string): Segments | null {
  const [library, setLibrary] = useState<typeof import('sms-segments-calculator') | null>(null)
  useEffect(() => {
    void import('sms-segments-calculator').then(setLibrary, () => undefined)
  }, [])
  if (!library) return null
  const message = new library.SegmentedMessage(text)
  const costly = message.encodedChars.find(sign => !sign.isGSM7)?.raw ?? null
  return {
    characters: message.numberOfCharacters,
    texts: message.segmentsCount,
    costly: message.encodingName === 'UCS-2' ? costly : null,
  }
}

interface TextCounterProps {
  /** The text as it goes out. */
  text: string
  /** Takes a sign that costs more out of what is written, for one that does not. */
  onReplace?: (sign: string, by: string) => void
}

/** How many characters and texts something is, and because of which sign it costs more. */
export function TextCounter({ text, onReplace }: TextCounterProps) {
  const segments = useSegments(text)
  if (!segments || text === '') return <p className={classes.counter}>&nbsp;</p>
  const { characters, texts, costly } = segments
  const by = costly === null ? undefined : plainSigns[costly]
  return (
    <p className={classes.counter}>
      {count(characters)} {characters === 1 ? 'character' : 'characters'} · {texts} {texts === 1 ? 'text' : 'texts'}
      {costly !== null && `, because of “${costly}”`}
      {costly !== null && by !== undefined && onReplace && (
        <Button size="compact-xs" variant="subtle" onClick={() => onReplace(costly, by)}>
          Use “{by}”
        </Button>
      )}
    </p>
  )
}
