import { APP_VERSION } from '../wire/envelope.ts'

interface Kept {
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

function readKept(key: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(open()?.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'at' in kept && 'value' in kept ? (kept as Kept) : null
  } catch {
    return null
  }
}

/** The browser's storage, never throwing. Each value is kept with the time and the version that wrote it. */
export const storage = {
  /** What was kept under `key`, unless it is older than `maxAgeMs`. The caller checks its shape. */
  read(key: string, maxAgeMs = Number.POSITIVE_INFINITY): unknown {
    const kept = readKept(key)
    return kept && Date.now() - kept.at <= maxAgeMs ? kept.value : null
  },
  /** When `key` was written, and by which version. */
  stamp(key: string): { at: number; version: string } | null {
    const kept = readKept(key)
    return kept ? { at: kept.at, version: kept.version } : null
  },
  /** Keeps `value`; says whether there was room. */
  write(key: string, value: unknown): boolean {
    try {
      const kept: Kept = { value, at: Date.now(), version: APP_VERSION }
      open()?.setItem(key, JSON.stringify(kept))
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
