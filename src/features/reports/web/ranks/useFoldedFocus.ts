import { type RefObject, useLayoutEffect, useRef } from 'react'

const isShown = (element: HTMLElement): boolean => element.offsetParent !== null

/** The list of a number takes room from the table, which may hide the pressed button: the focus goes on to the one that stands for it. */
export function useFoldedFocus(): RefObject<HTMLDivElement | null> {
  const table = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const pressed = document.activeElement
    if (!(pressed instanceof HTMLButtonElement) || !table.current?.contains(pressed) || isShown(pressed)) return
    const buttons = pressed.closest('tr')?.querySelectorAll<HTMLButtonElement>('button[data-metric]') ?? []
    const same = [...buttons].find(button => button.dataset.metric === pressed.dataset.metric && isShown(button))
    same?.focus()
  })
  return table
}
