import { useEffect } from 'react'

/** Keeps the screen from going dark, where the browser can. A page out of sight loses that, and asks again when it is back. */
export function useAwakeScreen(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let isOver = false
    let lock: WakeLockSentinel | null = null
    const ask = async () => {
      if (document.hidden || (lock && !lock.released)) return
      // Refused to save the battery, for one: the board is shown all the same.
      const granted = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) await granted?.release()
      else lock = granted
    }
    const again = () => void ask()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
}
