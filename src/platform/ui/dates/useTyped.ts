import { useEffect, useState } from 'react'
import { whenIdle } from '../../web/page/idle.ts'
import type { Reading } from './readTyped.ts'
import { isWallTime, type WallTime, wallTimeText } from './wallTime.ts'

type Reader = (typed: string, reading: Reading) => WallTime | null

let loaded: Reader | null = null

/** The library for words is fetched once a field is shown and the browser is idle, or somebody types; not with the screen. */
async function load(): Promise<Reader> {
  loaded ??= (await import('./readTyped.ts')).readTyped
  return loaded
}

interface Bounds {
  min?: WallTime | undefined
  max?: WallTime | undefined
}

/** What a person has typed so far: `read` is the value, '' for none, `undefined` while it is not known yet. */
export function useTyped(
  typed: string | null,
  { min, max, ...reading }: Reading & Bounds,
): { read: WallTime | undefined; problem: string | null } {
  const [reader, setReader] = useState<Reader | null>(() => loaded)
  const isTyped = typed !== null
  useEffect(() => {
    if (reader) return
    const fetch = () => void load().then(read => setReader(() => read))
    isTyped ? fetch() : whenIdle(fetch)
  }, [reader, isTyped])
  if (typed === null) return { read: undefined, problem: null }
  const text = typed.trim()
  if (text === '') return { read: '', problem: null }
  const found = isWallTime(reading.kind, text) ? text : reader?.(text, reading)
  if (found === undefined) return { read: undefined, problem: null }
  if (found === null) return { read: '', problem: examples[reading.kind] }
  const outside =
    found < (min ?? found)
      ? { word: 'earliest', bound: min }
      : found > (max ?? found)
        ? { word: 'latest', bound: max }
        : null
  if (!outside) return { read: found, problem: null }
  const bound = wallTimeText(reading.kind, outside.bound ?? '', reading.now)
  return { read: '', problem: `The ${outside.word} is ${bound}.` }
}

const examples = {
  date: 'Type a day, such as “tomorrow” or “Dec 4”.',
  time: 'Type a time, such as “3pm” or “14:30”.',
  datetime: 'Type a day and time, such as “tomorrow 3pm”.',
}
