import { useEffect, useState } from 'react'

const isOverRow = (): boolean => document.querySelector('[data-row]:hover') !== null

/** Follows a value that moves the rows below it, but never while the pointer rests on one of them. */
export function useSettledOnHover(value: boolean): boolean {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (value === shown) return
    if (!isOverRow()) return setShown(value)
    const follow = () => {
      if (!isOverRow()) setShown(value)
    }
    addEventListener('pointerover', follow)
    document.documentElement.addEventListener('pointerleave', follow)
    return () => {
      removeEventListener('pointerover', follow)
      document.documentElement.removeEventListener('pointerleave', follow)
    }
  }, [value, shown])
  return shown
}
