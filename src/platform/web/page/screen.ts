import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Slot } from './slot.ts'

/** A script that takes longer than this has failed. */
export const CHUNK_TIMEOUT_MS = 120_000

/**
 * A screen that is fetched when it is first opened. If that fails, the page reloads once (the router keeps a flag for
 * each screen, by the message below) and then shows the error. What features give to its slots is fetched with it.
 */
export function screen<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  ...slots: readonly Pick<Slot<string, unknown>, 'load'>[]
): ReturnType<typeof lazyRouteComponent> {
  return lazyRouteComponent(
    async () => ({ default: (await withTimeout(name, together(load, slots)))[name] }),
    'default',
  )
}

async function together<Module>(load: () => Promise<Module>, slots: readonly Pick<Slot<string, unknown>, 'load'>[]) {
  const [module] = await Promise.all([load(), ...slots.map(slot => slot.load())])
  return module
}

/** Fails with the message that the router takes for a missing script. */
async function withTimeout<Module>(name: string, loading: Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the script took too long')), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([loading, late])
  } catch (cause) {
    throw new TypeError(`Failed to fetch dynamically imported module: ${name}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}
