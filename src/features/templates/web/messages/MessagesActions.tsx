import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where the buttons of the open tab stand: at the right end of the tabs. */
export const ActionsPlace = createContext<HTMLElement | null>(null)

/** The buttons of the tab that is open, at the right end of the tabs of the messages screen. */
export function MessagesActions({ children }: { children: ReactNode }) {
  const place = useContext(ActionsPlace)
  return place && createPortal(children, place)
}
