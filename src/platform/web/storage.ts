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
