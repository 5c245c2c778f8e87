import { useSyncExternalStore } from 'react'

/** Classes of window width, by which lists choose their columns. */
export type ViewportClass = 'small' | 'phone' | 'tablet' | 'computer' | 'large'

/** Assumed before the window has been measured. */
export const DEFAULT_WIDTH = 1000
/** Narrowest window with a permanent drawer. */
export const DRAWER_WIDTH = 902

/** The class of a width in pixels. */
export function viewportClass(width: number): ViewportClass {
  if (width < 480) return 'small'
  if (width < 768) return 'phone'
  if (width < DRAWER_WIDTH + 122) return 'tablet'
  return width < 1440 ? 'computer' : 'large'
}

function subscribe(onResize: () => void): () => void {
  addEventListener('resize', onResize)
  return () => removeEventListener('resize', onResize)
}

/** The window's width, kept up to date. */
export const useViewportWidth = (): number =>
  useSyncExternalStore(
    subscribe,
    () => window.innerWidth || DEFAULT_WIDTH,
    () => DEFAULT_WIDTH,
  )

/** The class of the window's width; changes only when the class does. */
export const useViewportClass = (): ViewportClass =>
  useSyncExternalStore(
    subscribe,
    () => viewportClass(window.innerWidth || DEFAULT_WIDTH),
    () => viewportClass(DEFAULT_WIDTH),
  )

/** Whether the window is wide enough for the permanent drawer. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => (window.innerWidth || DEFAULT_WIDTH) >= DRAWER_WIDTH,
    () => true,
  )
