import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'

interface Held<Part> {
  part: Part
  /** The address as it was last seen. */
  seen: string
  /** Addresses on their way there, oldest first: the address follows a moment after what was pressed or typed. */
  onTheirWay: readonly string[]
}

/**
 * What a screen shows, such as its filters, kept in its address: `useState` that survives a reload and goes along with a link.
 * The schema reads what stands there; each field has a `catch`, which holds where nothing stands, or nonsense does, and is left out of
 * the address. Whatever else stands there stays.
 */
export function useInAddress<Part extends Record<string, unknown>>(
  schema: z.ZodType<Part>,
): [Part, (change: Partial<Part>) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const read = schema.parse(search)
  const seen = JSON.stringify(read)
  const [held, setHeld] = useState<Held<Part>>({ part: read, seen, onTheirWay: [] })
  if (held.seen !== seen) setHeld(arrived(held, { part: read, seen }))
  const change = (changes: Partial<Part>) => {
    const part = { ...held.part, ...changes }
    setHeld({ part, seen, onTheirWay: [...held.onTheirWay, JSON.stringify(part)] })
    const written = Object.fromEntries(
      Object.keys(part).map(name => [name, isPlain(schema, name, part[name]) ? undefined : part[name]]),
    )
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, ...written })) as never,
      replace: true,
    })
  }
  return [held.part, change]
}

/** What holds once the address has changed: what is newer than one of our own addresses stays, and another address is followed. */
function arrived<Part>(held: Held<Part>, { part, seen }: Pick<Held<Part>, 'part' | 'seen'>): Held<Part> {
  const at = held.onTheirWay.lastIndexOf(seen)
  return at < 0 ? { part, seen, onTheirWay: [] } : { part: held.part, seen, onTheirWay: held.onTheirWay.slice(at + 1) }
}

const isPlain = (schema: z.ZodType<Record<string, unknown>>, name: string, value: unknown): boolean =>
  JSON.stringify(schema.parse({})[name]) === JSON.stringify(value)
