import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from './calls/apiErrors.ts'
import { mayRetry, onMount, queryClient } from './calls/queryClient.ts'
import { appStore, isNativeApp, wantsPromotion } from './device.ts'
import { reportsErrors } from './errorReports.ts'
import { concerns } from './live/live.ts'
import { parseChanges } from './live/liveStream.ts'
import { keyOf, shortcutFor } from './page/keys.ts'
import { storage } from './storage.ts'
import { isNewer, newerVersion, recordServerVersion, VERSION_KEY } from './version.ts'
import { viewportClass } from './viewport.ts'
import './strictPage.ts'

function memoryStorage(): Storage {
  const stored = new Map<string, string>()
  return {
    getItem: key => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: key => void stored.delete(key),
    clear: () => stored.clear(),
    key: index => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size
    },
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('what the browser keeps', () => {
  test('carries the time and the version that wrote it', () => {
    vi.stubGlobal('localStorage', memoryStorage())
    expect(storage.write('session', { id: 1 })).toBe(true)
    expect(storage.read('session')).toEqual({ id: 1 })
    expect(storage.stamp('session')?.version).toBe('9.1.0')
    expect(storage.read('session', -1)).toBeNull()
    storage.remove('session')
    expect(storage.read('session')).toBeNull()
  })
  test('a full or forbidden storage breaks nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => '{broken',
      setItem: () => {
        throw new Error('full')
      },
    })
    expect(storage.read('session')).toBeNull()
    expect(storage.write('session', 1)).toBe(false)
  })
})

describe('the version check', () => {
  test('compares numbers, not letters', () => {
    expect(isNewer('9.2.0', '9.1.0')).toBe(true)
    expect(isNewer('9.10.0', '9.9.1')).toBe(true)
    expect(isNewer('9.1', '9.1.0')).toBe(false)
    expect(isNewer('9.0.9', '9.1.0')).toBe(false)
  })
  test('tells once, and remembers under version-update-needed', () => {
    vi.stubGlobal('localStorage', memoryStorage())
    const heard: string[] = []
    newerVersion.listen(version => heard.push(version))
    for (const version of [null, '9.1.0', '9.2.0', '9.2.0']) recordServerVersion(version)
    expect(heard).toEqual(['9.2.0'])
    expect(VERSION_KEY).toBe('version-update-needed')
    expect(storage.read(VERSION_KEY)).toBe('9.2.0')
  })
})

describe('the query client', () => {
  test('retries once, fetches on mount and not on focus', () => {
    expect(queryClient).toBeInstanceOf(QueryClient)
    const { queries } = queryClient.getDefaultOptions()
    expect(queries).toMatchObject({ refetchOnWindowFocus: false, refetchOnMount: onMount })
    expect([0, 1].map(failures => mayRetry(failures, new Error('x')))).toEqual([true, false])
    expect(mayRetry(0, new ApiError('No.', { status: 403 }))).toBe(false)
  })
})

describe('the device', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
  const ipad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
  test.each([
    ['an iPhone', iphone, 5, 'ios', true],
    ['an Android phone', android, 5, 'android', true],
    ['Safari on an iPad', ipad, 5, 'ios', false],
    ['a Mac', ipad, 0, null, false],
    ['the native app', `${iphone} gonative`, 5, 'ios', false],
  ] as const)('%s', (_name, userAgent, touchPoints, store, promoted) => {
    expect(appStore({ userAgent, touchPoints })).toBe(store)
    expect(wantsPromotion({ userAgent, touchPoints })).toBe(promoted)
  })
  test('the native app says so itself', () =>
    expect(isNativeApp({ userAgent: `${android} gonative`, touchPoints: 5 })).toBe(true))
  test('window widths', () => {
    expect([360, 600, 1000, 1200, 1440].map(viewportClass)).toEqual(['small', 'phone', 'tablet', 'computer', 'large'])
  })
})

describe('error reports', () => {
  test('go where the page says, if it says so', () => {
    expect(reportsErrors({ sentry_dsn: 'https://key@errors.test/1' })).toBe(true)
    expect(reportsErrors({ sentry_dsn: '' })).toBe(false)
  })
})

describe('keys', () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
    keyOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })
  const shortcut = (keys: string, whileTyping = false) => ({
    keys,
    label: keys,
    group: 'x',
    run: () => undefined,
    whileTyping,
  })
  test('are named as shortcuts write them', () => {
    expect([
      press('K', { ctrlKey: true }),
      press('k', { metaKey: true }),
      press('?', { shiftKey: true }),
      press('N'),
    ]).toEqual(['mod+k', 'mod+k', '?', 'n'])
  })
  test('one after the other, the newest first, and only some while typing', () => {
    const [list, note, other, search] = [shortcut('g l'), shortcut('n'), shortcut('n'), shortcut('mod+k', true)]
    const all = [list, note, other, search]
    expect(shortcutFor(all, 'l', 'g', false)).toBe(list)
    expect(shortcutFor(all, 'l', null, false)).toBeNull()
    expect(shortcutFor(all, 'n', 'g', false)).toBe(other)
    expect(shortcutFor(all, 'n', null, true)).toBeNull()
    expect(shortcutFor(all, 'mod+k', null, true)).toBe(search)
    // Under Shift a key may mean something of its own; otherwise it is the plain key.
    expect(shortcutFor(all, 'N', null, false)).toBe(other)
    const shifted = { ...other, keys: 'N' }
    expect(shortcutFor([...all, shifted], 'N', null, false)).toBe(shifted)
    expect(shortcutFor([...all, shifted], 'n', null, false)).toBe(other)
  })
})

describe('live changes', () => {
  test('are read as a list, and anything else is left out', () => {
    expect(parseChanges('[{"topic":"leads","ids":[1]}]')).toEqual([{ topic: 'leads', ids: [1] }])
    expect(parseChanges('{"topic":"leads"}')).toEqual([])
    expect(parseChanges('nonsense')).toEqual([])
  })
  test('an asterisk concerns every topic', () => {
    expect(concerns({ topic: '*', ids: [] }, 'leads')).toBe(true)
    expect(concerns({ topic: 'tasks', ids: [1] }, 'leads')).toBe(false)
  })
})

describe('a page that forbids code made from text', () => {
  test('tells the library of schemas so, whichever of the two comes first', () => {
    expect(z.config().jitless).toBe(true)
  })
})
