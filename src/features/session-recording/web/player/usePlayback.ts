import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Viewing } from '../../contract.ts'
import { fetchEvents } from '../client.ts'
import { type Playback, type PlaybackState, playbackOf } from './playback.ts'

const waiting: PlaybackState = { isPlaying: false, isLoading: true, at: 0, error: null }
const never = () => () => undefined

/** Plays a recording in the element behind `root`, until the screen is left. */
export function usePlayback(viewing: Viewing): {
  root: RefObject<HTMLDivElement | null>
  state: PlaybackState
  playback: Playback | null
} {
  const root = useRef<HTMLDivElement>(null)
  const [playback, setPlayback] = useState<Playback | null>(null)
  useEffect(() => {
    if (!root.current) return
    const made = playbackOf({ root: root.current, viewing, fetchEvents: number => fetchEvents(viewing, number) })
    setPlayback(made)
    return () => made.end()
  }, [viewing])
  const state = useSyncExternalStore(playback?.watch ?? never, playback?.read ?? (() => waiting))
  return { root, state, playback }
}
