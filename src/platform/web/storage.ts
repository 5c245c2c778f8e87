import { APP_VERSION } from '../wire/envelope.ts'

interface Stored {
  value: unknown
  /** Milliseconds since 1970. */
  at: number
  version: string
}

function open(): Storage | null {
  // Reading the property itself throws when the person blocks storage.
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

function readEntry(key: string): Stored | null {
  try {
    const stored: unknown = JSON.parse(open()?.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored !== null && 'at' in stored && 'value' in stored
      ? (stored as Stored)
      : null
  } catch {
    return null
  }
}

/** The browser's storage, never throwing. Each value is kept with the time and the version that wrote it. */
export const storage = {
  /** What was kept under `key`, unless it is older than `maxAgeMs`. The caller checks its shape. */
  read(key: string, maxAgeMs = Number.POSITIVE_INFINITY): unknown {
    const stored = readEntry(key)
    return stored && Date.now() - stored.at <= maxAgeMs ? stored.value : null
  },
  /** When `key` was written, and by which version. */
  stamp(key: string): { at: number; version: string } | null {
    const stored = readEntry(key)
    return stored ? { at: stored.at, version: stored.version } : null
  },
  /** Keeps `value`; says whether there was room. */
  write(key: string, value: unknown): boolean {
    try {
      const stored: Stored = { value, at: Date.now(), version: APP_VERSION }
      open()?.setItem(key, JSON.stringify(stored))
      return true
    } catch {
      return false
    }
  },
  remove(key: string): void {
    open()?.removeItem(key)
  },
  /** Names of everything kept under a prefix. */
  keys(prefix: string): string[] {
    return Object.keys(open() ?? {}).filter(key => key.startsWith(prefix))
  },
}

/** A value of the kind that a field must hold; `null` where any will do. */
type Example = string | number | boolean | readonly unknown[] | null

/** An example of a record: each field says of which kind it is, none what it holds. */
export type ExampleOf<Shape> = Readonly<Record<keyof Shape, Example>>

/**
 * Whether what this browser kept still has the fields of a record, as another version may have left it. For what the first
 * screen needs, which comes without the library of schemas; what others send is checked by its schema.
 */
export function resembles<Shape extends object>(value: unknown, example: ExampleOf<Shape>): value is Shape {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries<Example>(example).every(([field, kind]) => {
    const held: unknown = Reflect.get(value, field)
    if (kind === null) return field in value
    return Array.isArray(kind) ? Array.isArray(held) : typeof held === typeof kind
  })
}
